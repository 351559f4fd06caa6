import { createClient } from "#scanner/client/client.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import { withLease } from "#scanner/client/lease.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { fieldReader, kindsOf, readScan } from "#scanner/scan/read.ts";
import { readWedge } from "#scanner/scan/wedge.ts";

/** What the tests' page, and its service worker, can do. */
const pageParts = {
  createClient,
  indexedDbStorage,
  withLease,
  surroundings,
  fieldReader,
  kindsOf,
  readScan,
  readWedge,
};
export type PageParts = typeof pageParts;

Object.assign(globalThis, { parts: pageParts });
