import type { Entry, EntryState, Outcome, Refusal } from "./entry.ts";

/** An entry and its state now; `problem` says why it is sent again. */
export type EntryStatus<Route extends string = string> = {
  readonly entry: Entry<Route>;
  readonly state: EntryState;
  readonly tries: number;
  readonly problem: string | undefined;
};

/** Whether the queue sends. `unanswered`: it does, but nobody of the service answers; `held` waits for `renewed()`. */
export type QueueState = "running" | "unanswered" | "offline" | "held" | "closed";

/** Callbacks of the application. Nothing that they throw stops the queue. Of several pages only the one that sends gets `onDone`, `onRefused` and `onEmptied`. */
export type QueueEvents<Route extends string = string> = {
  /** Shows a final refusal to the worker; the entry is forgotten when this returns, and shown again after a restart if it throws. */
  onRefused?(entry: Entry<Route>, refusal: Refusal): unknown;
  /** Recorded; `state` says whether its place is the newest. */
  onDone?(
    entry: Entry<Route>,
    outcome: Outcome & { readonly state: "done" | "superseded" },
  ): unknown;
  /** What a list of entries shows, on each page; with the outcome when the entry has ended. */
  onChange?(status: EntryStatus<Route>, outcome?: Outcome): unknown;
  onState?(state: QueueState): unknown;
  /**
   * Somebody emptied the browser's storage under this page: what it had is kept again as soon as the storage takes it, but whoever
   * did that may do it again, perhaps after the page.
   */
  onEmptied?(): unknown;
};

/** What pages tell each other of an entry: `made` is the storage that has it (`QueueStorage.made`). */
export type PostedStatus = EntryStatus & { readonly made?: unknown };

/** A message between the pages on one storage: an entry with its outcome, the state of the queue with the last answer's instant, or a request. */
export type PageMessage =
  | readonly [what: "entry", status: PostedStatus, outcome?: Outcome]
  | readonly [what: "state", state: QueueState, heard?: number]
  | readonly [what: "hello" | "wake" | "renewed" | "retry", id?: string, none?: undefined];
