import { browserGlobal } from "./browser.ts";
import { createRowStore } from "./indexed-db.ts";
import { type Lead, type Surroundings, surroundings } from "./surroundings.ts";

type LeaseRow = { readonly id: string; readonly holder: string; readonly beat: number };

/** Milliseconds between the holder's signs of life; without one for `silent` another page takes the lease. */
const beatIntervalMs = 300;
const silenceUntilTakeoverMs = 1_200;
/** A holder that was asleep for longer asks before it sends. */
const answerTrustedForMs = 700;

/**
 * One sender where there are no locks: a row that its holder counts up. No two pages share a clock, so a holder is judged by
 * whether the count moves, not by an instant in the row.
 */
const acquireLease =
  ({ key, clock, after }: Surroundings): NonNullable<Surroundings["lock"]> =>
  (name, turned): Lead => {
    const { update } = createRowStore<LeaseRow>(`${name}.lease`, "relaxed");
    const me = key();
    let mine = false;
    let beat = 0;
    let moved = clock();
    let asked = 0;
    let ended = false;
    let cancel = () => {};

    const look = async () => {
      let held = false;
      const now = clock();
      await update("sender", (kept) => {
        if (kept && kept.beat !== beat) moved = now;
        beat = kept?.beat ?? 0;
        held = !kept || kept.holder === me || now - moved > silenceUntilTakeoverMs;
        if (held) beat += 1;
        return held ? { id: "sender", holder: me, beat } : kept;
      });
      asked = now;
      if (held !== mine && !ended) {
        mine = held;
        turned(held);
      }
      return held;
    };
    const watch = async () => {
      await look().catch(() => {});
      if (!ended) cancel = after(beatIntervalMs, watch);
    };
    void watch();

    return {
      still: () => (clock() - asked < answerTrustedForMs ? mine : look().catch(() => false)),
      release: () => {
        ended = true;
        cancel();
        void update("sender", (kept) => (kept?.holder === me ? undefined : kept)).catch(() => {});
      },
    };
  };

/** Surroundings that have a lock everywhere: the browser's, and on pages from `http://`, where browsers have none, a lease. */
export const withLease = (world = surroundings()): Surroundings => {
  if (browserGlobal.isSecureContext === false)
    console.warn("No https: no locks, service worker, camera.");
  return { ...world, lock: world.lock ?? acquireLease(world) };
};
