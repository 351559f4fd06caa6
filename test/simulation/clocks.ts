import type { World } from "./world.ts";

/** Errors of the scanners' clocks in milliseconds. Half of the clocks are right. */
const wrong = [0, 0, 0, 0, 240_000, -180_000, 7_200_000, -86_400_000];

/** The monotonic clock of a page, which stops while the page sleeps. */
export const steadyClockOf = (world: World) => {
  let slept = 0;
  let asleep: { readonly since: number; readonly until: number } | undefined;
  return {
    clock: (): number => {
      const now = world.steady();
      // A page that reads the clock is awake, perhaps earlier than planned.
      if (asleep) slept += Math.min(now, asleep.until) - asleep.since;
      asleep = undefined;
      return now - slept;
    },
    sleep: (ms: number): void => {
      const { since = world.steady(), until = 0 } = asleep ?? {};
      asleep = { since, until: Math.max(until, world.steady() + ms) };
    },
  };
};

/** The wall clock of a scanner. */
export const wallClockOf = (world: World) => {
  let ahead = wrong[Math.floor(world.random() * wrong.length)] ?? 0;
  let wasSet = false;
  return {
    now: () => world.now() + ahead,
    set: (ms: number) => {
      wasSet = true;
      ahead += ms;
    },
    wasSet: () => wasSet,
  };
};
