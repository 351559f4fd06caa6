import { readdirSync, readFileSync } from "node:fs";
import { vi } from "vitest";

type Seen = { readonly pid: number; readonly parent: number; readonly command: string };

const seen = (pid: string): Seen[] => {
  try {
    const parent = /^\d+ \(.*\) (\S) (\d+) /s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
    // A zombie has ended.
    if (!parent || parent[1] === "Z") return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return [{ pid: Number(pid), parent: Number(parent[2]), command }];
  } catch {
    // The process has ended in the meantime.
    return [];
  }
};

const all = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(seen);

/** The descendants of a process. */
export const startedBy = (pid: number): Seen[] => {
  const processes = all();
  const below = (parent: number): Seen[] =>
    processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
};

/** Waits up to a minute for the end of these processes. Returns the commands of those that still run. */
export const endOf = async (processes: readonly Seen[]): Promise<string[]> => {
  const left = () => {
    const living = new Set(all().map(({ pid, command }) => `${pid} ${command}`));
    return processes
      .map(({ pid, command }) => `${pid} ${command}`)
      .filter((one) => living.has(one));
  };
  await vi.waitUntil(() => left().length === 0, { timeout: 60_000, interval: 20 }).catch(() => {});
  return left();
};
