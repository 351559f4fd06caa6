import { type ChildProcessByStdio, type SpawnOptions, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

type Stdio = "ignore" | "inherit" | "pipe";

type Piped<Kind extends Stdio, Stream> = Kind extends "pipe" ? Stream : null;

/**
 * Where the child runs, `"$@"`, a shell waits beside it for the end of a pipe whose other end only this process holds: the pipe
 * closes however this process ends. A line on it says that the child ended first. The child takes the place of the shell that
 * started it, so that its process id, its signals and its exit status are its own.
 */
const script = '(trap "" HUP INT TERM; read -r _ <&3 || kill -9 $$) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

const pipeAt = 3;

/**
 * Starts a process that does not outlive this one, not even when this one is ended by `kill -9`: as `spawn` of `node:child_process`,
 * but that a command which cannot be run ends with status 126 or 127 and a word on stderr.
 */
export const spawnBound = <In extends Stdio, Out extends Stdio, Err extends Stdio>(
  command: string,
  args: readonly string[],
  options: Omit<SpawnOptions, "stdio" | "shell"> & { readonly stdio: readonly [In, Out, Err] },
): ChildProcessByStdio<Piped<In, Writable>, Piped<Out, Readable>, Piped<Err, Readable>> => {
  const child = spawn("/bin/sh", ["-c", script, "sh", command, ...args], { ...options, stdio: [...options.stdio, "pipe"] });
  const pipe = child.stdio[pipeAt] as Writable | undefined;
  // Whoever waits at the other end may be gone already.
  pipe?.on("error", () => {});
  child.once("exit", () => pipe?.end("\n", () => pipe.destroy()));
  return child as ChildProcessByStdio<Piped<In, Writable>, Piped<Out, Readable>, Piped<Err, Readable>>;
};
