import { spawnBound } from "#infra/local/spawn-bound.ts";

/** A command that hangs is ended even where it is too busy to hear anything gentler; no test lasts longer. */
export const endsBusy = { timeout: 600_000, killSignal: "SIGKILL" } as const;

export type Ended = { readonly status: number | null; readonly out: string; readonly told: string };

/** A command of the project as a user runs it: its exit status, what it printed and what it told beside. */
export const runCommand = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ended> => {
  const child = spawnBound(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...endsBusy,
  });
  let [out, told] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    told += chunk;
  });
  return new Promise((resolve) => child.once("close", (status) => resolve({ status, out, told })));
};
