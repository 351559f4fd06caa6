import { createClient } from "#lib/client/client.ts";
import { indexedDbStorage } from "#lib/client/indexed-db.ts";
import { withLease } from "#lib/client/lease.ts";
import { surroundings } from "#lib/client/surroundings.ts";
import { fieldReader, kindsOf, readScan } from "#lib/scan/read.ts";
import { readWedge } from "#lib/scan/wedge.ts";

/** What the tests' page, and its service worker, can do. */
const pageParts = { createClient, indexedDbStorage, withLease, surroundings, fieldReader, kindsOf, readScan, readWedge };
export type PageParts = typeof pageParts;

Object.assign(globalThis, { parts: pageParts });
