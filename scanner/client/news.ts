import type { Entry, EntryState, Outcome, Refusal } from "./types.ts";

/** An entry as it stands now; `problem` says why the last attempt was not the last. */
export type Standing<Route extends string = string> = {
  readonly entry: Entry<Route>;
  readonly state: EntryState;
  readonly tries: number;
  readonly problem: string | undefined;
};

/** Whether the queue sends. `unanswered`: it does, but nobody of the service answers; `held` waits for `renewed()`. */
export type QueueState = "running" | "unanswered" | "offline" | "held" | "closed";

/** What the application is told. Nothing that it throws stops the queue. Of several pages the one that sends is told how entries end. */
export type QueueEvents<Route extends string = string> = {
  /** Shows a final refusal to the worker; the entry is forgotten when this returns, and shown again after a restart if it throws. */
  onRefused?(entry: Entry<Route>, refusal: Refusal): unknown;
  /** Recorded; `state` tells whether its place is the newest. */
  onDone?(
    entry: Entry<Route>,
    outcome: Outcome & { readonly state: "done" | "superseded" },
  ): unknown;
  /** What a list of entries shows, on each page. */
  onChange?(standing: Standing<Route>): unknown;
  onState?(state: QueueState): unknown;
};

/** What a page tells the others on its storage: an entry and how it ended, what the queue does and when it heard of the service, or a wish. */
export type News =
  | readonly [what: "entry", standing: Standing, outcome?: Outcome]
  | readonly [what: "state", state: QueueState, heard?: number]
  | readonly [what: "hello" | "wake" | "renewed" | "retry", id?: string, none?: undefined];
