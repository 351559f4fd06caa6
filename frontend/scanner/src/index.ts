/** The client of a scanner. */

export type {
  AskOptions,
  Client,
  ClientOptions,
  FieldReader,
  Misread,
  ReadOutcome,
  Ticket,
} from "./client/client.ts";
export { createClient } from "./client/client.ts";
export type { ClientSettings } from "./client/client-settings.ts";
export type { Entry, EntryState, Job, Outcome, Refusal } from "./client/entry.ts";
export { indexedDbStorage } from "./client/indexed-db.ts";
export { withLease } from "./client/lease.ts";
export type { EntryStatus, QueueEvents, QueueState } from "./client/queue-status.ts";
export type { ReadId, Requests, WriteId } from "./client/requests.ts";
export { type Feed, memoryStorage, type QueueStorage } from "./client/storage.ts";
export { type Lead, type Surroundings, surroundings } from "./client/surroundings.ts";
export {
  noRepetitions,
  noteRepetition,
  type Repetitions,
  unjudgedCode,
} from "./client/unjudged.ts";
