// What `import … from "<the package>"` gives.

export type { AskOptions, Client, ClientOptions, FieldReader, Misread, ReadOutcome, Ticket } from "../../../lib/client/client.ts";
export { createClient } from "../../../lib/client/client.ts";
export { indexedDbStorage } from "../../../lib/client/indexed-db.ts";
export { withLease } from "../../../lib/client/lease.ts";
export type { QueueEvents, QueueState, Standing } from "../../../lib/client/standing.ts";
export { type Feed, memoryStorage, type QueueStorage } from "../../../lib/client/storage.ts";
export { type Lead, type Surroundings, surroundings } from "../../../lib/client/surroundings.ts";
export type { Answer, ClientSettings, Entry, EntryState, Fields, Outcome, ReadId, Refusal, WriteId } from "../../../lib/client/types.ts";
export { takeOver } from "../../../lib/client/web-storage.ts";
