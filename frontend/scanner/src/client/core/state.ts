import type { ClientSettings } from "../client-settings.ts";
import type { Entry, EntryState } from "../entry.ts";
import type { EntryStatus, QueueState } from "../queue-status.ts";

/** An attempt in progress to send an entry. */
export type Attempt = {
  /** The number of credential renewals when the attempt began. */
  readonly renewals: number;
  /** The attempt sends a read instead of the entry, to get the time, because the scan needs an instant. */
  readonly asksTime: boolean;
};

/**
 * The stage of an entry on this page.
 * - `storing`, `takingBack`: this page is writing the entry to the storage, or removing it. It keeps its place, but is neither sent nor
 *   listed.
 * - `queued`: the storage has the entry, and it is sent in its turn.
 * - `answerOnly`: another page took the entry back during an attempt of this page. It is not sent again, but its answer can still prove
 *   that it was recorded or refused.
 * - `refused`: the worker has not acknowledged the refusal yet.
 */
type EntryStage = "storing" | "queued" | "takingBack" | "answerOnly" | "refused";

/**
 * How an entry ended, on this page or another one. `takenBack`: an attempt in progress may still prove that it was recorded or refused.
 * `refused`: the worker may not have acknowledged it yet. `over`: recorded, or refused and acknowledged.
 */
export type EntryEnd = "takenBack" | "refused" | "over";

/**
 * An entry with everything that a page knows about it. `entry` is the version that this page last read or wrote, `state` the one last
 * shown. On a page that does not lead, both come from the leading page.
 */
export type QueuedEntry = EntryStatus & {
  readonly stage: EntryStage;
  /** The entry is not sent before this instant of the monotonic clock. */
  readonly due: number;
  readonly attempt?: Attempt | undefined;
  /** An attempt may have been recorded. Unlike `entry.sent`, a full storage cannot lose this while the page is open. */
  readonly doubt: boolean;
  /** The number of service failures for this entry. */
  readonly failures: number;
  /** `goodAnswers` of the queue at the first failure. */
  readonly answersBefore?: number;
  /** When the entry was added, by this page's monotonic clock. */
  readonly takenAt: number;
  /** The instant of the scan by the service's time, once that is known. */
  readonly instant?: number | undefined;
  /** Identifies the storage that has the entry (`QueueStorage.made`). */
  readonly made?: unknown;
};

/** A list that is only added to, at its beginning. To copy a map of the same size takes a hundred times as long. */
export type Notes<Value> = readonly (readonly [key: string, value: Value])[];

export const lastNoted = <Value>(notes: Notes<Value>, key: string): Value | undefined =>
  notes.find(([noted]) => noted === key)?.[1];

/** Everything that the queue of one page knows. Only `handleEvent` makes a new state. */
export type CoreState = {
  readonly settings: ClientSettings;
  /** The number of goods whose entries are sent at the same time. */
  readonly concurrency: number;
  /** All entries, in the order of the scans. An event copies this list, but only those entries that it changes. */
  readonly entries: readonly QueuedEntry[];
  /** How entries have ended, on this page or another, by id. */
  readonly ends: Notes<EntryEnd>;
  /** Names of held entries: all of a person after a 401, or one route of a person after a 403. `holdNameOf` makes the names. */
  readonly held: ReadonlySet<string>;
  /** The instants of the recorded scans, by goods. */
  readonly lastScans: Notes<number>;
  readonly lastOrder: number;
  /** This page has the lock. */
  readonly maySend: boolean;
  /** This page has the lock and has read the waiting entries, so it alone sends. */
  readonly leads: boolean;
  /** The state of the queue that the worker was last shown. The leading page decides it. */
  readonly shown: QueueState;
  /** When the service last answered, by the wall clock. */
  readonly heardAt?: number | undefined;
  /** The last attempt got no answer from the service. */
  readonly silent: boolean;
  /** Nothing is sent before this instant of the monotonic clock. */
  readonly allDue: number;
  /** The number of credential renewals. A 401 to older credentials holds nothing. */
  readonly renewals: number;
  /** The number of answers without a failure. */
  readonly goodAnswers: number;
};

/** The values that the shell reads at each event. */
export type EventMoment = {
  /** Epoch milliseconds by the device's clock, which may be wrong. */
  readonly now: number;
  /** The monotonic clock, in milliseconds. */
  readonly clock: number;
  /** The service's time in epoch milliseconds, and whether the estimate is sure. */
  readonly instant: number;
  readonly isKnown: boolean;
  readonly online: boolean;
  /** The current person. */
  readonly by: string | undefined;
  /** Identifies the current storage (`QueueStorage.made`). */
  readonly made: unknown;
};

export const initialState = (settings: ClientSettings, concurrency: number): CoreState => ({
  settings,
  concurrency,
  entries: [],
  ends: [],
  held: new Set(),
  lastScans: [],
  lastOrder: 0,
  maySend: false,
  leads: false,
  shown: "running",
  silent: false,
  allDue: 0,
  renewals: 0,
  goodAnswers: 0,
});

export const queuedEntryOf = (entry: Entry, { now, clock }: EventMoment): QueuedEntry => ({
  entry,
  state: entry.sent ? "sent" : "waiting",
  tries: 0,
  problem: undefined,
  stage: "queued",
  due: 0,
  doubt: entry.sent,
  failures: 0,
  // Another page may have added the entry long ago, while this page was asleep or closed.
  takenAt: clock - Math.max(0, now - entry.queuedAt),
});

type WithEntries = Pick<CoreState, "entries">;

export const entryById = (
  { entries }: WithEntries,
  id: string | undefined,
): QueuedEntry | undefined => entries.find(({ entry }) => entry.id === id);

/** Whether an entry, if goods are given one of theirs, has not ended. It may be set aside, being stored or being taken back. */
export const isOpen = ({ entry, stage }: QueuedEntry, goods?: string): boolean =>
  (!goods || entry.goods === goods) && stage !== "answerOnly" && stage !== "refused";

/** The entries in the storage. No other entry may be shown as waiting. */
export const storedEntries = ({ entries }: WithEntries): QueuedEntry[] =>
  entries.filter(({ stage }) => stage === "queued");

/** The part of an entry that the application sees. */
export const statusOf = ({ entry, state, tries, problem }: EntryStatus): EntryStatus => ({
  entry,
  state,
  tries,
  problem,
});

/** Names the held entries of a person: one route or, without a route, all. */
export const holdNameOf = (by = "", route = ""): string => `${route} ${by}`;

export const isHeld = ({ held }: Pick<CoreState, "held">, { by, route }: Entry): boolean =>
  held.has(holdNameOf(by)) || held.has(holdNameOf(by, route));

export const entryStateOf = (
  state: CoreState,
  { entry, attempt, doubt }: QueuedEntry,
): EntryState => {
  const { refusal, aside } = entry;
  if (refusal) return refusal.unsure ? "unsure" : "refused";
  if (aside) return "aside";
  if (attempt && !attempt.asksTime) return "sent";
  if (isHeld(state, entry)) return "held";
  return doubt ? "sent" : "waiting";
};

export const queueStateOf = (
  state: Omit<CoreState, "entries">,
  { by, online }: EventMoment,
): QueueState => {
  if (!state.leads) return state.shown;
  if (state.held.has(holdNameOf(by))) return "held";
  if (!online) return "offline";
  return state.silent ? "unanswered" : "running";
};

/** Whether the storage was emptied since it took the entry. `made` identifies the current storage. */
export const isLost = (queued: Pick<QueuedEntry, "made">, made: unknown): boolean =>
  queued.made !== undefined && queued.made !== made;

/**
 * Whether this page may take the entry back now: not during an attempt, and not after its end. A page that does not lead uses the state
 * that it shows.
 */
export const canTakeBack = (
  { leads }: CoreState,
  { state, attempt, stage }: QueuedEntry,
): boolean => stage === "queued" && !(leads ? attempt : state === "sent");

/** Milliseconds since the scan, by the clock that gives the longer time. */
export const ageOf = ({ entry, takenAt }: QueuedEntry, { now, clock }: EventMoment): number =>
  Math.max(now - entry.queuedAt, clock - takenAt);
