import { setTimeout as sleep } from "node:timers/promises";

/** Time and chance, handed to whatever waits, measures or draws: a simulation hands in its own. Times are milliseconds. */
export const systemClock = {
  /** Since the epoch; may jump. */
  now: () => Date.now(),
  /** Since some instant; never runs backwards. */
  steady: () => performance.now(),
  /** From 0 up to, but not including, 1. */
  random: () => Math.random(),
  sleep: (ms: number): Promise<void> => sleep(ms),
  /** A signal that is aborted after so many milliseconds, unless it is cancelled before. */
  timeout: (ms: number) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ms);
    return { signal: controller.signal, cancel: () => clearTimeout(timer) };
  },
};
export type Clock = Readonly<typeof systemClock>;
