import { type ChildProcessByStdio, type SpawnOptions, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** 2 is this process's own stderr. */
type Stdio = "ignore" | "inherit" | "pipe" | 2;

type Piped<Kind extends Stdio, Stream> = Kind extends "pipe" ? Stream : null;

/**
 * Beside the child, which is `"$@"`, a second shell waits for the end of a pipe, which closes however this process ends, and then ends the
 * child. A line on the pipe says that the child ended first. By `exec` process id, signals and status are the child's.
 */
const script =
  '(trap "" HUP INT TERM; read -r _ <&3 || kill -9 $$) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

const pipeAt = 3;

/**
 * Starts a process that ends with this one, even if this one is ended by `kill -9`. Like `spawn` of `node:child_process`, except that a
 * command which cannot be run ends with status 126 or 127 and a message on stderr.
 */
export const spawnBound = <In extends Stdio, Out extends Stdio, Err extends Stdio>(
  command: string,
  args: readonly string[],
  options: Omit<SpawnOptions, "stdio" | "shell"> & { readonly stdio: readonly [In, Out, Err] },
): ChildProcessByStdio<Piped<In, Writable>, Piped<Out, Readable>, Piped<Err, Readable>> => {
  const child = spawn("/bin/sh", ["-c", script, "sh", command, ...args], {
    ...options,
    stdio: [...options.stdio, "pipe"],
  });
  const pipe = child.stdio[pipeAt] as Writable | undefined;
  // The other end of the pipe may be closed already.
  pipe?.on("error", () => {});
  child.once("exit", () => pipe?.end("\n", () => pipe.destroy()));
  return child as ChildProcessByStdio<
    Piped<In, Writable>,
    Piped<Out, Readable>,
    Piped<Err, Readable>
  >;
};
