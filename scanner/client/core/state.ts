import type { ClientSettings } from "../client-settings.ts";
import type { Entry, EntryState } from "../entry.ts";
import type { EntryStatus, QueueState } from "../queue-status.ts";

/** An attempt to send an entry, under way. */
export type Attempt = {
  /** How often credentials had been renewed when it began. */
  readonly renewals: number;
  /** It sends a read instead of the entry, to learn the time, because the scan needs an instant. */
  readonly asksTime: boolean;
};

/**
 * How far an entry is on this page.
 * - `storing`, `takingBack`: this page is writing it to the storage, or taking it out. It keeps its place, but is neither sent nor listed.
 * - `queued`: the storage has it, and it is sent in its turn.
 * - `answerOnly`: another page took it back during an attempt of this page. It is not sent again. Its answer can still prove that it was
 *   recorded or refused.
 * - `refused`: the worker has not understood the refusal yet.
 */
type EntryStage = "storing" | "queued" | "takingBack" | "answerOnly" | "refused";

/**
 * How an entry ended, on this page or another one. `takenBack`: an attempt that was under way may still prove that it was recorded or refused.
 * `refused`: the worker has perhaps not understood that yet. `over`: recorded, or refused and understood.
 */
export type EntryEnd = "takenBack" | "refused" | "over";

/**
 * An entry, with everything that a page knows of it. `entry` is as this page last read or wrote it, `state` as it was last shown. On a page
 * that does not lead both come from the page that does.
 */
export type QueuedEntry = EntryStatus & {
  readonly stage: EntryStage;
  /** It is not sent before this instant of the monotonic clock. */
  readonly due: number;
  readonly attempt?: Attempt | undefined;
  /** An attempt of it may have been recorded. Unlike `entry.sent`, a full storage cannot lose it while the page is open. */
  readonly doubt: boolean;
  /** How often the service failed on it. */
  readonly failures: number;
  /** `goodAnswers` of the queue at the first failure. */
  readonly answersBefore?: number;
  /** When it was taken, by the monotonic clock of this page. */
  readonly takenAt: number;
  /** The instant of the scan by the service's time, as soon as that is known. */
  readonly instant?: number | undefined;
  /** Names the storage that has it (`QueueStorage.made`). */
  readonly made?: unknown;
};

/** Everything that the queue of one page knows. Only `handleEvent` makes a new one. */
export type CoreState = {
  readonly settings: ClientSettings;
  /** How many goods are sent for at once. */
  readonly concurrency: number;
  /** By their ids. */
  readonly entries: ReadonlyMap<string, QueuedEntry>;
  /** How entries have ended, here or on another page, by their ids. */
  readonly ends: ReadonlyMap<string, EntryEnd>;
  /** The held entries: all of a person after a 401, or one route of a person after a 403. `holdNameOf` makes the name. */
  readonly held: ReadonlySet<string>;
  /** The instants of the last recorded scans, by their goods. */
  readonly lastScans: ReadonlyMap<string, number>;
  readonly lastOrder: number;
  /** This page has the lock. */
  readonly maySend: boolean;
  /** This page has the lock, and has read what waits: it alone sends. */
  readonly leads: boolean;
  /** The state of the queue as the worker was last shown it. The page that leads decides it. */
  readonly shown: QueueState;
  /** When the service last answered, by the wall clock. */
  readonly heardAt?: number | undefined;
  /** The last attempt went without an answer of the service. */
  readonly silent: boolean;
  /** Nothing is sent before this instant of the monotonic clock. */
  readonly allDue: number;
  /** How often credentials were renewed: a 401 to older ones holds nothing. */
  readonly renewals: number;
  /** How often the service answered as it should. */
  readonly goodAnswers: number;
};

/** The values that the shell reads at each event. */
export type EventMoment = {
  /** Epoch milliseconds by the device's clock, right or wrong. */
  readonly now: number;
  /** The monotonic clock, in milliseconds. */
  readonly clock: number;
  /** The service's time in epoch milliseconds, and whether the estimate is sure. */
  readonly instant: number;
  readonly isKnown: boolean;
  readonly online: boolean;
  /** Who works now. */
  readonly by: string | undefined;
  /** Identifies the current storage (`QueueStorage.made`). */
  readonly made: unknown;
};

export const initialState = (settings: ClientSettings, concurrency: number): CoreState => ({
  settings,
  concurrency,
  entries: new Map(),
  ends: new Map(),
  held: new Set(),
  lastScans: new Map(),
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
  // The page that took it may have done so long ago, while this page was asleep or not open.
  takenAt: clock - Math.max(0, now - entry.queuedAt),
});

type WithEntries<Queued> = { readonly entries: ReadonlyMap<string, Queued> };

/** All entries that have not ended, in the order of the scans. Some are set aside, being stored or being taken back. */
export const entriesInOrder = <Queued extends QueuedEntry>({
  entries,
}: WithEntries<Queued>): Queued[] =>
  [...entries.values()]
    .filter(({ stage }) => stage !== "answerOnly" && stage !== "refused")
    .sort((one, other) => one.entry.order - other.entry.order);

/** The entries that the storage has: no other may be shown as waiting. */
export const storedEntries = <Queued extends QueuedEntry>(state: WithEntries<Queued>): Queued[] =>
  entriesInOrder(state).filter(({ stage }) => stage === "queued");

/** The part of an entry that the application sees. */
export const statusOf = ({ entry, state, tries, problem }: EntryStatus): EntryStatus => ({
  entry,
  state,
  tries,
  problem,
});

/** Names what is held of a person: one route, or, without a route, everything. */
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

/** Whether this page may take the entry back now: not while it is sent, and not after its end. A page that does not lead goes by what it shows. */
export const canTakeBack = (
  { leads }: CoreState,
  { state, attempt, stage }: QueuedEntry,
): boolean => stage === "queued" && !(leads ? attempt : state === "sent");

/** Milliseconds since the scan, by the clock that says more. */
export const ageOf = ({ entry, takenAt }: QueuedEntry, { now, clock }: EventMoment): number =>
  Math.max(now - entry.queuedAt, clock - takenAt);
