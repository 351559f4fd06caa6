import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/**
 * For tests that are not about waiting. A process that runs the service imports this first. The clock runs at a tenth of the speed, so that
 * nothing times out on a busy machine.
 */
const slow = (clock: () => number) => {
  const start = clock();
  return () => start + Math.floor((clock() - start) / 10);
};
Date.now = slow(Date.now);
performance.now = slow(performance.now.bind(performance));

const wait = setTimeout;
/** Short waits stay as they are, because they wait for no other process. */
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
