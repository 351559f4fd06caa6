import type { Surroundings } from "./surroundings.ts";

/** The `Date` header has whole seconds, so a smaller difference is not a clock error. Correcting it could swap the order of scans. */
const toleratedDriftMs = 2_000;

/** The earliest instant of a Date: the anchor before the first answer. */
const noAnchor = -8.64e15;

/**
 * The service's time, from the `Date` header of its answers. A device's clock can be wrong, and can be changed while scans wait. After the
 * last answer, the wall clock and the monotonic clock each give an estimate. The later one is right after sleep, and after the clock was
 * set back.
 */
export const serverClock = ({ now, clock }: Pick<Surroundings, "now" | "clock">) => {
  /** Milliseconds by which the service's time was ahead of the wall clock at the last answer. */
  let ahead = 0;
  /** Milliseconds by which the wall clock was ahead of the monotonic clock at the last answer. */
  let anchor = noAnchor;
  let onLearnt = (_isSteady: boolean) => {};
  /** Epoch milliseconds. */
  const instantNow = () => Math.max(now(), clock() + anchor) + ahead;
  return {
    /** The service's time. It is known if the service has answered, and the device has neither slept nor changed its clock since. */
    estimate: () => ({
      instant: instantNow(),
      isKnown: Math.abs(now() - clock() - anchor) <= toleratedDriftMs,
    }),
    /** Calls `run` after each answer. `isSteady`: until then the monotonic clock was right, and not the wall clock. */
    onLearnt: (run: (isSteady: boolean) => void): void => {
      onLearnt = run;
    },
    /** Starts a stopwatch in milliseconds that includes the time for which the device sleeps. */
    watch: (): (() => number) => {
      const [wall, monotonic] = [now(), clock()];
      return () => Math.max(now() - wall, clock() - monotonic);
    },
    /** Updates the estimate from the `Date` of an answer. `trip`: the milliseconds of the round trip. */
    learn: (date: string | null, trip: number): void => {
      const estimated = instantNow();
      const answered = Date.parse(date ?? "") + 500 + trip / 2;
      const error = answered - estimated;
      const errorBy = (time: number) => Math.abs(answered - ahead - time);
      // Before the first answer, the wall clock was never compared, so it may have been changed.
      const isSteady = anchor === noAnchor || errorBy(clock() + anchor) < errorBy(now());
      const correction = Math.abs(error) > toleratedDriftMs + trip ? error : 0;
      ahead = estimated + correction - now();
      anchor = now() - clock();
      onLearnt(isSteady);
    },
  };
};

export type ServerClock = ReturnType<typeof serverClock>;
