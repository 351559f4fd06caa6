import type { Entry, EntryState, Outcome, Refusal } from "./entry.ts";

/** An entry and its state now; `problem` says why it is sent again. */
export type EntryStatus<Route extends string = string> = {
  readonly entry: Entry<Route>;
  readonly state: EntryState;
  readonly tries: number;
  readonly problem: string | undefined;
};

/** Whether the queue sends. `unanswered`: it sends, but the service does not answer. `held`: it waits for `renewed()`. */
export type QueueState = "running" | "unanswered" | "offline" | "held" | "closed";

/** Callbacks of the application. Nothing that they throw stops the queue. Of several pages only the one that leads gets `onDone`, `onRefused` and `onEmptied`. */
export type QueueEvents<Route extends string = string> = {
  /** Shows a final refusal to the worker; the entry is forgotten when this returns, and shown again after a restart if it throws. */
  onRefused?(entry: Entry<Route>, refusal: Refusal): unknown;
  /** Recorded; `state` says whether its place is the newest. */
  onDone?(
    entry: Entry<Route>,
    outcome: Outcome & { readonly state: "done" | "superseded" },
  ): unknown;
  /** Each page gets each new state of an entry, and the outcome when the entry has ended. */
  onChange?(status: EntryStatus<Route>, outcome?: Outcome): unknown;
  onState?(state: QueueState): unknown;
  /**
   * The browser's storage was emptied under this page, by its user or by the system. The page writes its entries again as soon as the
   * storage takes them. If it is emptied again after the page is closed, they are lost.
   */
  onEmptied?(): unknown;
};
