import { browserGlobal } from "./browser.ts";
import { createRowStore } from "./indexed-db.ts";
import { type Lead, type Surroundings, surroundings } from "./surroundings.ts";

type LeaseRow = { readonly id: string; readonly holder: string; readonly beat: number };

/** The holder increments its row in this interval. */
const beatIntervalMs = 300;
/** Another page takes the lease if the row does not change in this time. */
const silenceUntilTakeoverMs = 1_200;
/** A holder renews its lease before it sends, unless it has renewed it in this time. */
const renewalTrustedForMs = 700;

/**
 * Chooses the page that sends if there are no locks, with a row that its holder increments. No two pages share a clock, so a page checks
 * whether the count changes, and not an instant in the row.
 */
const acquireLease =
  ({ key, clock, after }: Surroundings): NonNullable<Surroundings["lock"]> =>
  (name, onChange): Lead => {
    const { update } = createRowStore<LeaseRow>(`${name}.lease`, "relaxed");
    const holder = key();
    let isHeld = false;
    let lastBeat = 0;
    let beatChangedAt = clock();
    let renewedAt = 0;
    let isReleased = false;
    let cancelTimer = () => {};

    /** Renews the lease, or takes it if it is free. Returns whether this page holds it. */
    const renew = async () => {
      let isHeldNow = false;
      const startedAt = clock();
      await update(["sender"], (row) => {
        // A slow storage reads the row long after the start.
        const readAt = clock();
        if (row && row.beat !== lastBeat) beatChangedAt = readAt;
        lastBeat = row?.beat ?? 0;
        const isSilent = readAt - beatChangedAt > silenceUntilTakeoverMs;
        isHeldNow = !row || row.holder === holder || isSilent;
        if (!isHeldNow) return row;
        lastBeat += 1;
        return { id: "sender", holder, beat: lastBeat };
      });
      renewedAt = startedAt;
      if (isHeldNow !== isHeld && !isReleased) {
        isHeld = isHeldNow;
        onChange(isHeld);
      }
      return isHeldNow;
    };
    const renewRegularly = async () => {
      await renew().catch(() => {});
      if (!isReleased) cancelTimer = after(beatIntervalMs, renewRegularly);
    };
    void renewRegularly();

    return {
      still: () =>
        clock() - renewedAt < renewalTrustedForMs ? isHeld : renew().catch(() => false),
      release: () => {
        isReleased = true;
        cancelTimer();
        const free = update(["sender"], (row) => (row?.holder === holder ? undefined : row));
        void free.catch(() => {});
      },
    };
  };

/** Adds a lock to all surroundings: the browser's lock, or a lease on pages over `http://`, where browsers have no locks. */
export const withLease = (world = surroundings()): Surroundings => {
  if (browserGlobal.isSecureContext === false)
    console.warn("No https: no locks, service worker, camera.");
  return { ...world, lock: world.lock ?? acquireLease(world) };
};
