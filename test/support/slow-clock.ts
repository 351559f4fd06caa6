import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/**
 * Imported first by a process that has the service in it, for tests that are not about waiting: its clock goes a tenth as fast, so that on a busy
 * machine, too, nothing comes to the end of its time.
 */
const slow = (clock: () => number) => {
  const start = clock();
  return () => start + Math.floor((clock() - start) / 10);
};
Date.now = slow(Date.now);
performance.now = slow(performance.now.bind(performance));

const wait = setTimeout;
/** Short waits do not wait for another process. */
const slowly = (run: () => void, ms = 0, ...more: []) =>
  wait(run, ms < 250 ? ms : ms * 10, ...more);
const sleep = timers.setTimeout;
timers.setTimeout = ((ms = 0, ...more: []) =>
  sleep(ms < 250 ? ms : ms * 10, ...more)) as typeof sleep;
syncBuiltinESMExports();
globalThis.setTimeout = Object.defineProperties(
  slowly,
  Object.getOwnPropertyDescriptors(wait),
) as typeof setTimeout;
