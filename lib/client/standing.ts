import type { Entry, EntryState, Outcome, Refusal } from "./types.ts";

/** An entry as it stands now; `problem` says why the last attempt did not settle it. */
export type Standing = { readonly entry: Entry; readonly state: EntryState; readonly tries: number; readonly problem: string | undefined };

/** Whether the queue sends; `held` waits for `renewed()`. */
export type QueueState = "running" | "offline" | "held" | "closed";

/** How an entry ended. */
export type Told = Outcome<Record<string, unknown>>;

/** What the application is told. Nothing that it throws stops the queue. */
export type QueueEvents = {
  /** Shows a final refusal to the worker; the entry is forgotten when this returns, and shown again after a restart if it throws. */
  readonly onRefused?: (entry: Entry, refusal: Refusal) => unknown;
  readonly onDone?: (entry: Entry, answer: Record<string, unknown>, replayed: boolean) => unknown;
  readonly onChange?: (standing: Standing) => unknown;
  readonly onState?: (state: QueueState) => unknown;
};
