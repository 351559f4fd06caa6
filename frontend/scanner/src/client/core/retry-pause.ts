const firstPauseMs = 250;
const longestPauseMs = 30_000;

/** Full jitter: a random part of a limit that doubles with each try. `random` is from 0 up to but not including 1. */
export const computeRetryPause = (random: number, tries: number): number =>
  random * Math.min(longestPauseMs, firstPauseMs * 2 ** tries);
