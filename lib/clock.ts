import { setTimeout as sleep } from "node:timers/promises";

/** Time and chance, handed to whatever waits, measures or draws: a simulation hands in its own. Times are milliseconds. */
export type Clock = {
  /** Since the epoch; may jump. */
  readonly now: () => number;
  /** Since some instant; never runs backwards. */
  readonly steady: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** A signal that is aborted after so many milliseconds, unless it is cancelled before. */
  readonly timeout: (ms: number) => { readonly signal: AbortSignal; readonly cancel: () => void };
};

export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  random: () => Math.random(),
  sleep: (ms) => sleep(ms),
  timeout: (ms) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), ms);
    return { signal: controller.signal, cancel: () => clearTimeout(timer) };
  },
};
