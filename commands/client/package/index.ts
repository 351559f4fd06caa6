// What `import … from "<the package>"` gives.

export type {
  AskOptions,
  Client,
  ClientOptions,
  FieldReader,
  Misread,
  ReadOutcome,
  Ticket,
} from "#scanner/client/client.ts";
export { createClient } from "#scanner/client/client.ts";
export { indexedDbStorage } from "#scanner/client/indexed-db.ts";
export { withLease } from "#scanner/client/lease.ts";
export type { QueueEvents, QueueState, Standing } from "#scanner/client/standing.ts";
export { type Feed, memoryStorage, type QueueStorage } from "#scanner/client/storage.ts";
export { type Lead, type Surroundings, surroundings } from "#scanner/client/surroundings.ts";
export type {
  Answer,
  ClientSettings,
  Entry,
  EntryState,
  Fields,
  Outcome,
  ReadId,
  Refusal,
  WriteId,
} from "#scanner/client/types.ts";
export { takeOver } from "#scanner/client/web-storage.ts";
