import { createClient } from "#lib/client/client.ts";
import { indexedDbStorage } from "#lib/client/indexed-db.ts";
import { surroundings } from "#lib/client/surroundings.ts";
import { fieldReader, kindsOf, readScan } from "#lib/scan/read.ts";
import { readWedge } from "#lib/scan/wedge.ts";

/** What the tests' page, and its service worker, can do. */
const parts = { createClient, indexedDbStorage, surroundings, fieldReader, kindsOf, readScan, readWedge };

declare global {
  var parts: Parts;
}
type Parts = { readonly [Name in keyof typeof parts]: (typeof parts)[Name] };

Object.assign(globalThis, { parts });
