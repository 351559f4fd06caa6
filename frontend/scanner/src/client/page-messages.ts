import type { Outcome } from "./entry.ts";
import type { EntryStatus, QueueState } from "./queue-status.ts";

/** The status of an entry that a page posts to the others. `made` identifies the storage that has the entry (`QueueStorage.made`). */
export type PostedStatus = EntryStatus & { readonly made?: unknown };

/**
 * A request for the leading page. `hello`: a new page asks for the waiting entries; pages that do not lead answer with those that an
 * emptied storage lost. `wake`: the device is online or awake again. `renewed`: there are new credentials. `retry`: the worker wants
 * everything to be sent now, including an entry that was set aside.
 */
export type PageRequest = "hello" | "wake" | "renewed" | "retry";

/**
 * A message between pages on the same storage. It contains an entry with its outcome, the state of the queue with the instant of the last
 * answer, or a request. Pages of two versions may be open at once, so its shape must not change.
 */
export type PageMessage =
  | readonly [type: "entry", status: PostedStatus, outcome?: Outcome]
  | readonly [type: "state", state: QueueState, heardAt?: number]
  | readonly [type: PageRequest, id?: string, none?: undefined];
