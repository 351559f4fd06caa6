import type { Lead, Surroundings } from "./surroundings.ts";

export type Lease = { readonly id: string; readonly holder: string; readonly beat: number };

/** Milliseconds between the holder's signs of life; without one for `silent` another page takes the lease. */
const every = 300;
const silent = 1_200;
/** A holder that was asleep for longer asks before it sends. */
const fresh = 700;

/**
 * One sender where there are no locks: a row that its holder counts up. No two pages share a clock, so a holder is judged by
 * whether the count moves, not by an instant in the row.
 */
export const lease = (
  change: (make: (kept: Lease | undefined) => Lease | undefined) => Promise<void>,
  { key, clock, after }: Surroundings,
  taken: () => void,
  lost: () => void,
): Lead => {
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
    await change((kept) => {
      if (kept && kept.beat !== beat) moved = now;
      beat = kept?.beat ?? 0;
      held = !kept || kept.holder === me || now - moved > silent;
      if (held) beat += 1;
      return held ? { id: "sender", holder: me, beat } : kept;
    });
    asked = now;
    if (held !== mine && !ended) {
      mine = held;
      (held ? taken : lost)();
    }
    return held;
  };
  const watch = async () => {
    await look().catch(() => {});
    if (!ended) cancel = after(every, watch);
  };
  void watch();

  return {
    still: () => (clock() - asked < fresh ? mine : look().catch(() => false)),
    release: () => {
      ended = true;
      cancel();
      void change((kept) => (kept?.holder === me ? undefined : kept)).catch(() => {});
    },
  };
};
