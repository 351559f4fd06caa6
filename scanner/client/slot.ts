import type { EntryStatus } from "./news.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Entry, Outcome } from "./types.ts";

/** A place in the queue: the state of its entry, as it was last shown, and what the page that sends must know. */
export type Slot = { -readonly [Name in keyof EntryStatus]: EntryStatus[Name] } & {
  /** Of the monotonic clock; `never` while the entry is being stored. */
  due: number;
  /** Breaks off the attempt under way, to send again at once. */
  sending?: AbortController;
  /** An attempt may have been recorded. */
  doubt: boolean;
  /** How often the service failed on it, and how much it had answered well before the first time. */
  failures: number;
  well?: number;
  /** When it was taken, by the monotonic clock of this page. */
  readonly since: number;
  /** The instant of the scan by the service's time, as soon as that is known. */
  at?: number;
  /** What held it when it was last kept (`QueueStorage.made`). */
  made?: unknown;
  /** Resolves the ticket. */
  readonly resolve?: (outcome: Outcome) => void;
};

/** Later than any clock. */
export const never = 1e300;

export const slotOf = (
  entry: Entry,
  { now, clock }: Surroundings,
  due = 0,
  resolve?: Slot["resolve"],
): Slot => ({
  entry,
  state: entry.sent ? "sent" : "waiting",
  tries: 0,
  problem: undefined,
  due,
  doubt: entry.sent,
  failures: 0,
  // It may be of long ago, when this page was asleep or not there.
  since: clock() - Math.max(0, now() - entry.queuedAt),
  resolve,
});

/** Milliseconds. */
const base = 250;
const ceiling = 30_000;

/** Full jitter: a random part of a limit that doubles with each try, up to the ceiling. */
export const jitter = (random: number, tries: number): number =>
  random * Math.min(ceiling, base * 2 ** tries);

/** Whatever goes wrong in a callback, or in a storage that has the entry already, the queue goes on. */
export const succeeds = async (run: () => unknown): Promise<boolean> => {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
};
