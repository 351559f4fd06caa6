import { never } from "./slot.ts";
import type { Surroundings } from "./surroundings.ts";

/** Milliseconds: `Date` has whole seconds, and scans that follow each other must not change places. */
const tolerated = 2_000;

/**
 * The service's time, by the `Date` of its answers. A device's clock may be wrong, and may be set while scans wait: the later
 * of what the wall clock and the monotonic clock make of the last answer is right after sleep and after a clock that was set back.
 */
export const serverClock = ({ now, clock }: Pick<Surroundings, "now" | "clock">) => {
  let ahead = 0;
  let anchor = -never;
  let steady = true;
  let learnt = () => {};
  /** Epoch milliseconds. */
  const instant = () => Math.max(now(), clock() + anchor) + ahead;
  return {
    instant,
    /** Whether that is the service's: somebody answered, and since then the device neither slept nor was its clock set. */
    known: () => Math.abs(now() - clock() - anchor) <= tolerated,
    /** Milliseconds since an instant of both clocks, by the one that was right until the last answer. */
    ago: (wall: number, monotonic: number) => (steady ? clock() - monotonic : now() - wall),
    /** Runs it after each answer. */
    onLearnt: (run: () => void): void => {
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
      steady = anchor < 0 || wrong(clock() + anchor) < wrong(now());
      ahead = believed + (Math.abs(off) > tolerated + trip ? off : 0) - now();
      anchor = now() - clock();
      learnt();
    },
  };
};
