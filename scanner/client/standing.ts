import type { Entry, EntryState, Outcome, Refusal } from "./types.ts";

/** An entry as it stands now; `problem` says why the last attempt did not settle it. */
export type Standing = {
  readonly entry: Entry;
  readonly state: EntryState;
  readonly tries: number;
  readonly problem: string | undefined;
};

/** Whether the queue sends. `unanswered`: it does, but nobody of the service answers; `held` waits for `renewed()`. */
export type QueueState = "running" | "unanswered" | "offline" | "held" | "closed";

/** How an entry ended. */
export type Told = Outcome<Record<string, unknown>>;

/** What the application is told. Nothing that it throws stops the queue. Of several pages the one that sends is told how entries end. */
export type QueueEvents = {
  /** Shows a final refusal to the worker; the entry is forgotten when this returns, and shown again after a restart if it throws. */
  readonly onRefused?: (entry: Entry, refusal: Refusal) => unknown;
  /** Recorded; `state` tells whether its place is the newest. */
  readonly onDone?: (
    entry: Entry,
    told: Told & { readonly state: "done" | "superseded" },
  ) => unknown;
  /** What a list of entries shows, on each page. */
  readonly onChange?: (standing: Standing) => unknown;
  readonly onState?: (state: QueueState) => unknown;
};

/** What a page tells the others on its storage: an entry and how it ended, what the queue does and when it heard of the service, or a wish. */
export type News =
  | readonly [what: "entry", standing: Standing, told?: Told]
  | readonly [what: "state", state: QueueState, heard?: number]
  | readonly [what: "hello" | "wake" | "renewed" | "retry", id?: string, none?: undefined];
