import type { Surroundings } from "#scanner/client/surroundings.ts";

type Timer = { readonly at: number; readonly run: () => void };

/** Runs everything that waits only for its turn. Messages between pages take several turns. */
const quiet = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A world whose clock advances to the next timer when nothing else can happen, so that weeks pass in milliseconds. */
export const virtualWorld = (respond: Surroundings["fetch"], random: () => number = () => 0.5) => {
  let now = Date.UTC(2026, 10, 21);
  let keys = 0;
  let wallAhead = 0;
  let slept = 0;
  let online = true;
  const timers = new Set<Timer>();
  const listeners = new Set<() => void>();
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const world: Surroundings = {
    fetch: respond,
    now: () => now + slept + wallAhead,
    clock: () => now,
    random,
    after,
    key: () => {
      keys += 1;
      return `key-${String(keys).padStart(12, "0")}`;
    },
    online: () => online,
    onWake: (run) => {
      listeners.add(run);
      return () => listeners.delete(run);
    },
  };
  return {
    world,
    now: () => now + slept + wallAhead,
    /** The time outside the device, which includes its sleep. */
    trueTime: () => now + slept,
    /** Sets the device's wall clock forward, or back with a negative number. */
    setClock: (ms: number) => {
      wallAhead += ms;
    },
    /** The device sleeps: its monotonic clock and its timers stop. */
    sleepDevice: (ms: number) => {
      slept += ms;
    },
    wake: () => {
      for (const run of listeners) run();
    },
    sleep: (ms: number) => new Promise<void>((resolve) => void after(ms, resolve)),
    setOnline: (value: boolean) => {
      online = value;
      if (value) for (const run of listeners) run();
    },
    /** Runs until no timer is left, or for at most `limit` milliseconds. */
    run: async (limit = Number.POSITIVE_INFINITY): Promise<void> => {
      const end = now + limit;
      for (;;) {
        await quiet();
        const next = [...timers].sort((one, other) => one.at - other.at)[0];
        if (!next || next.at > end) break;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.run();
      }
      if (limit < Number.POSITIVE_INFINITY) now = end;
    },
  };
};
