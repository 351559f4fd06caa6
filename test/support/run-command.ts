import { once } from "node:events";
import { text } from "node:stream/consumers";
import { spawnBound } from "#infra/local/spawn-bound.ts";

/** A command that hangs is ended even where it is too busy to hear anything gentler; no test lasts longer. */
const endsBusy = { timeout: 600_000, killSignal: "SIGKILL" } as const;

export type Ended = { readonly status: number | null; readonly out: string; readonly told: string };

/** A command of the project as a user runs it, away from a terminal: its exit status, what it printed and what it told beside. */
export const runCommand = async (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
  input?: string,
): Promise<Ended> => {
  const stdio = ["pipe", "pipe", "pipe"] as const;
  const child = spawnBound(process.execPath, [program, ...args], { env: { ...process.env, ...env }, stdio, ...endsBusy });
  // The command may have ended before it reads.
  child.stdin.on("error", () => {}).end(input);
  const [out, told, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { status, out, told };
};
