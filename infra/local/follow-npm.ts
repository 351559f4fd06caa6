import { readFileSync } from "node:fs";

/** Name and parent of a process on Linux; of no process elsewhere. */
const processOf = (pid: number) => {
  try {
    const [, name, parent] =
      /^\d+ \((.*)\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
    return { name, parent };
  } catch {
    return {};
  }
};

/**
 * Calls `end` when npm, which started this process, has ended: npm passes a signal only to the shell through which it runs a script. If npm
 * is killed, the shell stays, too. Without npm this does nothing.
 */
export const followNpm = (end: () => void): void => {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const { name = "", parent } = processOf(shell);
  const throughShell = /^(da)?sh$/.test(name);
  const look = () => {
    if (process.ppid === shell && (!throughShell || processOf(shell).parent === parent)) return;
    clearInterval(timer);
    end();
  };
  const timer = setInterval(look, 100).unref();
};
