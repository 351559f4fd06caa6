import { createClient } from "#scanner/client/client.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import { withLease } from "#scanner/client/lease.ts";

/** What the tests' page, and its service worker, can do. */
const pageParts = { createClient, indexedDbStorage, withLease };
export type PageParts = typeof pageParts;

Object.assign(globalThis, { parts: pageParts });
