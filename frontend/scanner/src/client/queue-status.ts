import type { Entry, EntryState, Outcome, Refusal } from "./entry.ts";

/** An entry and its current state. `problem`: why it is sent again: the status and code of the answer, or the error of the attempt. */
export type EntryStatus<Route extends string = string> = {
  readonly entry: Entry<Route>;
  readonly state: EntryState;
  readonly tries: number;
  readonly problem: string | undefined;
};

/** Whether the queue sends. `unanswered`: it sends, but the service does not answer. `held`: it waits for `renewed()`. */
export type QueueState = "running" | "unanswered" | "offline" | "held" | "closed";

/**
 * Callbacks of the application. The queue continues if one throws. If several pages are open, only the leading page gets `onDone`,
 * `onRefused` and `onEmptied`.
 */
export type QueueEvents<Route extends string = string> = {
  /**
   * Shows a final refusal to the worker. When this returns, the entry is deleted. If it throws, the refusal is shown again after a restart.
   */
  onRefused?(entry: Entry<Route>, refusal: Refusal): unknown;
  /** The entry was recorded. `state` says whether its place is the newest. */
  onDone?(
    entry: Entry<Route>,
    outcome: Outcome & { readonly state: "done" | "superseded" },
  ): unknown;
  /** Called on every page for each new state of an entry, and with the outcome when the entry has ended. */
  onChange?(status: EntryStatus<Route>, outcome?: Outcome): unknown;
  onState?(state: QueueState): unknown;
  /**
   * The browser's storage was emptied, by its user or by the system, while this page was open. The page writes its entries again as soon as
   * the storage accepts them. If the storage is emptied again after the page is closed, they are lost.
   */
  onEmptied?(): unknown;
};
