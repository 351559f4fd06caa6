import { readFileSync } from "node:fs";

/** The parent of a process on Linux; `undefined` if it cannot be known. */
const parentOf = (pid: number): string | undefined => {
  try {
    return /^\d+ \(.*\) \S (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
};

const isShell = (pid: number): boolean => {
  try {
    return /^(da)?sh\n$/.test(readFileSync(`/proc/${pid}/comm`, "utf8"));
  } catch {
    return false;
  }
};

/**
 * Calls `end` when npm, which started this process, has ended. npm runs a script through a shell, and passes a signal only to the shell: it
 * ends, and this process would stay. If npm is killed, the shell stays, too. Without npm this does nothing.
 */
export const followNpm = (end: () => void): void => {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = isShell(shell) ? parentOf(shell) : undefined;
  const look = () => {
    if (process.ppid === shell && (npm === undefined || parentOf(shell) === npm)) return;
    clearInterval(timer);
    end();
  };
  const timer = setInterval(look, 100).unref();
};
