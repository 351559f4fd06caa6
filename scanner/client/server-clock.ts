import type { Surroundings } from "./surroundings.ts";

/** Milliseconds: `Date` has whole seconds, and scans that follow each other must not change places. */
const toleratedDriftMs = 2_000;

/**
 * The service's time, by the `Date` of its answers. A device's clock may be wrong, and may be set while scans wait: the later
 * of what the wall clock and the monotonic clock make of the last answer is right after sleep and after a clock that was set back.
 */
export const serverClock = ({ now, clock }: Pick<Surroundings, "now" | "clock">) => {
  let ahead = 0;
  let anchor = Number.NEGATIVE_INFINITY;
  let learnt = (_isSteady: boolean) => {};
  /** Epoch milliseconds. */
  const instant = () => Math.max(now(), clock() + anchor) + ahead;
  return {
    /** The service's time, and whether that is sure: it answered, and since then the device neither slept nor was its clock set. */
    estimate: () => ({
      instant: instant(),
      isKnown: Math.abs(now() - clock() - anchor) <= toleratedDriftMs,
    }),
    /** Runs it after each answer: `isSteady` when until then the monotonic clock was right, and not the wall clock. */
    onLearnt: (run: (isSteady: boolean) => void): void => {
      learnt = run;
    },
    /** Milliseconds from now on, also those for which the device sleeps. */
    watch: (): (() => number) => {
      const [wall, monotonic] = [now(), clock()];
      return () => Math.max(now() - wall, clock() - monotonic);
    },
    /** Learns from an answer that was so many milliseconds on its way there and back. */
    learn: (date: string | null, trip: number): void => {
      const believed = instant();
      const real = Date.parse(date ?? "") + 500 + trip / 2;
      const off = real - believed;
      const wrong = (is: number) => Math.abs(real - ahead - is);
      // Nobody knows of a clock that was never compared whether it was set meanwhile.
      const isSteady = anchor < 0 || wrong(clock() + anchor) < wrong(now());
      ahead = believed + (Math.abs(off) > toleratedDriftMs + trip ? off : 0) - now();
      anchor = now() - clock();
      learnt(isSteady);
    },
  };
};
