import { once } from "node:events";
import { text } from "node:stream/consumers";
import { spawnBound } from "#infra/local/spawn-bound.ts";

/** Runs a program, and returns its exit status and both outputs. */
export const runProgram = async (program: string, args: readonly string[], env = process.env) => {
  const child = spawnBound(program, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { status: status as number | null, out, errors };
};
