import type { Told } from "./standing.ts";
import type { Entry } from "./types.ts";

/** A place in the queue. `due` is `never` while the entry is being stored; `doubt` when an attempt may have been recorded. */
export type Slot = {
  entry: Entry;
  tries: number;
  due: number;
  sending: boolean;
  doubt: boolean;
  problem?: string;
  settle: (told: Told) => void;
};

/** Later than any clock. */
export const never = 1e300;

export const slotOf = (entry: Entry, due: number, settle: Slot["settle"]): Slot => ({
  entry,
  tries: 0,
  due,
  sending: false,
  doubt: entry.sent,
  settle,
});

/** Milliseconds. */
const base = 250;
const ceiling = 30_000;

/** Full jitter: a random part of a limit that doubles with each try, up to the ceiling. */
export const jitter = (random: number, tries: number): number => random * Math.min(ceiling, base * 2 ** tries);

/** Whatever goes wrong in a callback, or in a storage that has the entry already, the queue goes on. */
export const succeeds = async (run: () => unknown): Promise<boolean> => {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
};
