import type { ClientSettings, Entry, EntryState } from "../entry.ts";
import type { EntryStatus, QueueState } from "../queue-status.ts";

/** An attempt under way. */
export type Attempt = {
  /** The renewal of credentials that it was begun after. */
  readonly renewals: number;
  /** It only asks for the time, because its scan needs an instant. */
  readonly asksTime: boolean;
};

/**
 * Where an entry is. `storing`, `takingBack`: its write is under way, so it keeps its place but is neither sent nor listed. `queued`: the
 * storage has it, and it is sent in its turn. `withdrawn`: another page took it back during the attempt, so only the answer is waited for.
 * `refused`: the worker has not understood the refusal yet.
 */
type EntryStage = "storing" | "queued" | "takingBack" | "withdrawn" | "refused";

/** `withdrawn`: taken back. `refused`: the worker has perhaps not understood it yet. `over`: recorded, or refused and understood. */
export type EntryEnd = "withdrawn" | "refused" | "over";

/** An entry, its state as last shown, and everything that the page that sends must know of it. */
export type QueuedEntry = EntryStatus & {
  readonly stage: EntryStage;
  /** It is not sent before this instant of the monotonic clock. */
  readonly due: number;
  readonly attempt?: Attempt | undefined;
  /** An attempt of it may have been recorded. */
  readonly doubt: boolean;
  /** How often the service failed on it, and how often it had answered well before that. */
  readonly failures: number;
  readonly answersBefore?: number;
  /** When it was taken, by the monotonic clock of this page. */
  readonly takenAt: number;
  /** The instant of the scan by the service's time, as soon as that is known. */
  readonly instant?: number | undefined;
  /** The storage that has it (`QueueStorage.made`). */
  readonly made?: unknown;
};

/** Everything that the queue of one page knows. Only `step` makes a new one. */
export type CoreState = {
  readonly settings: ClientSettings;
  /** How many goods are sent for at once. */
  readonly concurrency: number;
  /** By their ids. */
  readonly entries: ReadonlyMap<string, QueuedEntry>;
  /** How entries have ended, here or on another page, by their ids. */
  readonly ends: ReadonlyMap<string, EntryEnd>;
  /** Of whom a 401 holds everything, or a 403 a route (`holdOf`). */
  readonly held: ReadonlySet<string>;
  /** The instants of the last scans that ended, by their goods. */
  readonly lastScans: ReadonlyMap<string, number>;
  readonly lastOrder: number;
  /** This page may send; it leads when it has read what waits. */
  readonly maySend: boolean;
  readonly leads: boolean;
  /** As the worker was last shown it; the page that sends decides it. */
  readonly shown: QueueState;
  /** When the service last answered, by the wall clock. */
  readonly heardAt?: number | undefined;
  /** The last attempt went without an answer of the service. */
  readonly silent: boolean;
  /** Nothing is sent before this instant of the monotonic clock. */
  readonly allDue: number;
  /** Counts renewals: a 401 to credentials that were replaced meanwhile holds nothing. */
  readonly renewals: number;
  /** How often the service answered as it should. */
  readonly goodAnswers: number;
};

/** The shell reads this for each event. */
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
  /** Names the storage (`QueueStorage.made`). */
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
  // It may be of long ago, when this page was asleep or not there.
  takenAt: clock - Math.max(0, now - entry.queuedAt),
});

type WithEntries<Queued> = { readonly entries: ReadonlyMap<string, Queued> };

/** All that have not ended, in the order of the scans: also what is set aside, or being stored or taken back. */
export const entriesInOrder = <Queued extends QueuedEntry>({
  entries,
}: WithEntries<Queued>): Queued[] =>
  [...entries.values()]
    .filter(({ stage }) => stage !== "withdrawn" && stage !== "refused")
    .sort((one, other) => one.entry.order - other.entry.order);

/** Those that the storage has: no other may be shown as waiting. */
export const storedEntries = <Queued extends QueuedEntry>(state: WithEntries<Queued>): Queued[] =>
  entriesInOrder(state).filter(({ stage }) => stage === "queued");

/** The part of an entry that the application sees. */
export const statusOf = ({ entry, state, tries, problem }: EntryStatus): EntryStatus => ({
  entry,
  state,
  tries,
  problem,
});

/** Names what a 401 (without a route) or a 403 holds of one person. */
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

/** Whether the storage was emptied since it took the entry; `made` names the storage of now. */
export const isLost = (queued: Pick<QueuedEntry, "made">, made: unknown): boolean =>
  queued.made !== undefined && queued.made !== made;

/** Whether this page may take the entry back now: nothing that is being sent, or has ended, can be. */
export const canTakeBack = (
  { leads }: CoreState,
  { state, attempt, stage }: QueuedEntry,
): boolean => stage === "queued" && !(leads ? attempt : state === "sent");

/** Milliseconds since the scan, by the clock that says more. */
export const ageOf = ({ entry, takenAt }: QueuedEntry, { now, clock }: EventMoment): number =>
  Math.max(now - entry.queuedAt, clock - takenAt);
