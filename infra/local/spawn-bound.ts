import { type ChildProcessByStdio, type SpawnOptions, spawn } from "node:child_process";
import { isAbsolute } from "node:path";
import type { Readable, Writable } from "node:stream";

/** 2 is this process's own stderr. */
type StdioKind = "ignore" | "inherit" | "pipe" | 2;

type PipedStream<Kind extends StdioKind, Stream> = Kind extends "pipe" ? Stream : null;

/**
 * A watchdog shell kills the child (`"$@"`), or the group that it leads, when our end of the pipe closes, even after `kill -9`. A line on the
 * pipe says that the child ended first. Because of `exec`, process id, signals and status are the child's.
 */
const watchdogScript =
  '(trap "" HUP INT TERM; read -r _ <&3 || kill -9 -$$ || kill -9 $$) </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

const pipeAt = 3;

/** Starts by cmd, which npm's shims need. Windows ends a child that is not detached with the job of this process. */
const spawnOnWindows = (command: string, args: readonly string[], options: SpawnOptions) => {
  const line = [command, ...args].map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(" ");
  const bound = { ...options, detached: false, windowsHide: true };
  return isAbsolute(command)
    ? spawn(command, args, bound)
    : spawn("cmd", ["/d", "/s", "/c", `"${line}"`], { ...bound, windowsVerbatimArguments: true });
};

/**
 * Starts a process that ends with this one, even if this one is ended by `kill -9`; a detached one ends with its children. It is like `spawn`
 * of `node:child_process`, except that a command which cannot be run ends with status 126 or 127 (on Windows 1) and a message on stderr.
 */
export const spawnBound = <In extends StdioKind, Out extends StdioKind, Err extends StdioKind>(
  command: string,
  args: readonly string[],
  options: Omit<SpawnOptions, "stdio" | "shell"> & { readonly stdio: readonly [In, Out, Err] },
): ChildProcessByStdio<
  PipedStream<In, Writable>,
  PipedStream<Out, Readable>,
  PipedStream<Err, Readable>
> => {
  type Bound = ChildProcessByStdio<
    PipedStream<In, Writable>,
    PipedStream<Out, Readable>,
    PipedStream<Err, Readable>
  >;
  if (process.platform === "win32")
    return spawnOnWindows(command, args, { ...options, stdio: [...options.stdio] }) as Bound;
  const child = spawn("/bin/sh", ["-c", watchdogScript, "sh", command, ...args], {
    ...options,
    stdio: [...options.stdio, "pipe"],
  });
  const pipe = child.stdio[pipeAt] as Writable | undefined;
  // The other end of the pipe may be closed already.
  pipe?.on("error", () => {});
  child.once("exit", () => pipe?.end("\n", () => pipe.destroy()));
  return child as Bound;
};
