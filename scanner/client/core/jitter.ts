/** Milliseconds. */
const base = 250;
const ceiling = 30_000;

/** Full jitter: a random part of a limit that doubles with each try, up to the ceiling. */
export const jitter = (random: number, tries: number): number =>
  random * Math.min(ceiling, base * 2 ** tries);
