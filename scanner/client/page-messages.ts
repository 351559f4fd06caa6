import type { Outcome } from "./entry.ts";
import type { EntryStatus, QueueState } from "./queue-status.ts";

/** The status of an entry as one page posts it to the others. `made` names the storage that has the entry (`QueueStorage.made`). */
export type PostedStatus = EntryStatus & { readonly made?: unknown };

/**
 * A request for the page that leads. `hello`: a new page wants to know what waits. `wake`: the device is online or awake again. `renewed`:
 * there are new credentials. `retry`: the worker wants everything sent now, and an entry that was set aside, too.
 */
export type PageRequest = "hello" | "wake" | "renewed" | "retry";

/**
 * A message between the pages on one storage. It has an entry with its outcome, the state of the queue with the instant of the last answer,
 * or a request. Pages of two versions may be open at once, so its shape must not change.
 */
export type PageMessage =
  | readonly [type: "entry", status: PostedStatus, outcome?: Outcome]
  | readonly [type: "state", state: QueueState, heardAt?: number]
  | readonly [type: PageRequest, id?: string, none?: undefined];
