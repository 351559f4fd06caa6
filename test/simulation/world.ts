import { AsyncLocalStorage } from "node:async_hooks";
import type { Scheduler } from "fast-check";
import type { Clock } from "#lib/clock.ts";
import { randomFrom } from "../support/random.ts";

/** An owner of actions that may end or stop between two steps: an invocation of a function, or a page of a scanner. */
export type Owner = { killed?: boolean; frozenUntil?: number; parked?: (() => void)[] };

const owner = new AsyncLocalStorage<Owner>();
/** Runs code whose waits end or stop with the owner. */
export const as = <Result>(who: Owner, run: () => Result): Result => owner.run(who, run);
export const ownerNow = (): Owner | undefined => owner.getStore();

type Timer = { readonly at: number; readonly run: () => void; dead?: boolean };

/** More turns than any run needs. A run that reaches them loops forever. */
export const mostTurns = 60_000;
/** The most milliseconds that a step takes. */
const longestStep = 5;

/**
 * One time for service and scanners. Each action under way (a packet, a look-up, a write to a storage) waits for its turn from fast-check's
 * scheduler. Only when none is under way, time advances to the next timer.
 */
export const worldOf = (scheduler: Scheduler, seed: number) => {
  // Later than the audit's real clock, so that nothing has expired for the audit.
  const start = Date.UTC(2100, 10, 21);
  const random = randomFrom(seed);
  const timers: Timer[] = [];
  let now = start;
  let turned = 0;
  let last = 0;

  const at = (instant: number, run: () => void) => {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timers[middle] as Timer).at > instant) low = middle + 1;
      else high = middle;
    }
    const timer: Timer = { at: instant, run };
    timers.splice(low, 0, timer);
    return () => {
      timer.dead = true;
    };
  };
  /** Runs code now, or when its frozen owner thaws; never if the owner has ended. */
  const whenAwake = (who: Owner | undefined, run: () => void): void => {
    if (who?.killed) return;
    if (!who) run();
    else if ((who.frozenUntil ?? 0) <= now) as(who, run);
    else {
      who.parked ??= [];
      who.parked.push(run);
    }
  };
  const thaw = (who: Owner, until = now): void => {
    if (who.frozenUntil !== undefined && who.frozenUntil > until) return;
    who.frozenUntil = 0;
    for (const run of who.parked?.splice(0) ?? []) whenAwake(who, run);
  };
  const freeze = (who: Owner, ms: number): void => {
    who.frozenUntil = Math.max(who.frozenUntil ?? 0, now + ms);
    at(who.frozenUntil, () => thaw(who));
  };
  const after = (ms: number, run: () => void) => {
    const who = ownerNow();
    return at(now + ms, () => whenAwake(who, run));
  };
  const sleep = (ms: number) => new Promise<void>((resolve) => void after(ms, resolve));
  /** Waits for its turn among the open actions. Without an owner it does not wait. */
  const step = async (): Promise<void> => {
    const who = ownerNow();
    await scheduler.schedule(Promise.resolve());
    if (who?.killed || (who?.frozenUntil ?? 0) > now)
      await new Promise<void>((resolve) => whenAwake(who, resolve));
  };
  /** Runs its jobs in order, each when its turn comes and its owner is awake. */
  const lineOf = () => {
    const asked: (() => void)[] = [];
    return (who: Owner | undefined, run: () => void): void => {
      asked.push(() => whenAwake(who, run));
      void as({}, step).then(() => asked.shift()?.());
    };
  };
  /** Lets code continue that waits only for promises. */
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

  const firstTimer = () => {
    while (timers.at(-1)?.dead) timers.pop();
    return timers.at(-1);
  };
  /** One step of any participant; `false` if there is nothing to do until the limit. */
  const turn = async (limit: number): Promise<boolean> => {
    if (turned >= mostTurns) return false;
    const first = firstTimer();
    const waits = scheduler.count() > 0;
    if (first && first.at <= (waits ? now : limit)) {
      now = Math.max(now, first.at);
      timers.pop();
      first.run();
    } else if (waits) {
      now += Math.floor(random() * longestStep);
      await scheduler.waitOne();
    } else return false;
    turned += 1;
    await settled();
    return true;
  };

  const clock: Clock = {
    now: () => Math.floor(now),
    steady: () => now,
    random,
    sleep,
    timeout: (ms) => {
      const controller = new AbortController();
      return { signal: controller.signal, cancel: after(ms, () => controller.abort()) };
    },
  };
  return {
    ...clock,
    clock,
    after,
    whenAwake,
    freeze,
    /** Thaws an owner early. */
    wake: (who: Owner) => thaw(who, Number.POSITIVE_INFINITY),
    step,
    lineOf,
    settled,
    turned: () => turned,
    /** The current instant, made unique: an earlier call gets a smaller one. */
    tick: () => {
      last = Math.max(last + 0.001, now);
      return last;
    },
    passed: () => now - start,
    /** Runs `count` turns. */
    turns: async (count: number) => {
      for (let left = count; left > 0 && (await turn(now)); left -= 1);
    },
    /** Runs everything that happens within `ms` milliseconds. */
    run: async (ms: number) => {
      const end = now + ms;
      await settled();
      while (now < end && (await turn(end)));
      now = Math.max(now, end);
    },
  };
};
export type World = ReturnType<typeof worldOf>;
