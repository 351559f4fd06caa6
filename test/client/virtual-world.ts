import type { Surroundings } from "#scanner/client/surroundings.ts";

type Timer = { readonly at: number; readonly run: () => void };

/** Lets everything happen that waits for nothing but its turn: messages between pages take several. */
const quiet = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A world whose clock advances to the next timer only when nothing else can happen. Weeks pass in milliseconds. */
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
    /** Time by the clock of the rest of the world. */
    trueTime: () => now + slept,
    /** Sets the wall clock of the device forward, or back. */
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
    /** Passes time until no timer is left, or until so many milliseconds have passed. */
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
