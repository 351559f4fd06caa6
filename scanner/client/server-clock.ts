import type { Surroundings } from "./surroundings.ts";

/** `Date` has whole seconds. A smaller difference is no error of the clock: scans that follow each other must not change places. */
const toleratedDriftMs = 2_000;

/**
 * The service's time, by the `Date` of its answers. A device's clock can be wrong, and can be set while scans wait. From the last answer,
 * the wall clock and the monotonic clock each give an estimate. The later one is right after sleep and after a clock was set back.
 */
export const serverClock = ({ now, clock }: Pick<Surroundings, "now" | "clock">) => {
  /** How far the service's time was ahead of the wall clock at the last answer, in milliseconds. */
  let ahead = 0;
  /** How far the wall clock was ahead of the monotonic clock at the last answer, in milliseconds. */
  let anchor = Number.NEGATIVE_INFINITY;
  let onLearnt = (_isSteady: boolean) => {};
  /** Epoch milliseconds. */
  const instantNow = () => Math.max(now(), clock() + anchor) + ahead;
  return {
    /** The service's time. It is known for sure if the service answered, and since then the device neither slept nor had its clock set. */
    estimate: () => ({
      instant: instantNow(),
      isKnown: Math.abs(now() - clock() - anchor) <= toleratedDriftMs,
    }),
    /** Runs it after each answer. `isSteady`: until then the monotonic clock was right, and not the wall clock. */
    onLearnt: (run: (isSteady: boolean) => void): void => {
      onLearnt = run;
    },
    /** Measures the milliseconds from now on, also those for which the device sleeps. */
    watch: (): (() => number) => {
      const [wall, monotonic] = [now(), clock()];
      return () => Math.max(now() - wall, clock() - monotonic);
    },
    /** Learns from the `Date` of an answer that was so many milliseconds on its way there and back. */
    learn: (date: string | null, trip: number): void => {
      const estimated = instantNow();
      const answered = Date.parse(date ?? "") + 500 + trip / 2;
      const error = answered - estimated;
      const errorBy = (time: number) => Math.abs(answered - ahead - time);
      // Before the first answer the wall clock was never compared, so it may have been set meanwhile.
      const isSteady = anchor < 0 || errorBy(clock() + anchor) < errorBy(now());
      const correction = Math.abs(error) > toleratedDriftMs + trip ? error : 0;
      ahead = estimated + correction - now();
      anchor = now() - clock();
      onLearnt(isSteady);
    },
  };
};

export type ServerClock = ReturnType<typeof serverClock>;
