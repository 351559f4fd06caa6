import { createClient } from "#lib/client/client.ts";
import { indexedDbStorage } from "#lib/client/indexed-db.ts";
import { surroundings } from "#lib/client/surroundings.ts";
import { fieldReader, kindsOf, readScan } from "#lib/scan/read.ts";
import { readWedge } from "#lib/scan/wedge.ts";

/** What the tests' page, and its service worker, can do. */
const pageParts = { createClient, indexedDbStorage, surroundings, fieldReader, kindsOf, readScan, readWedge };
export type PageParts = typeof pageParts;

Object.assign(globalThis, { parts: pageParts });
