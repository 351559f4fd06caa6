import { type FieldName, fields } from "#lib/fields.ts";
import { convention } from "#lib/site/convention.ts";
import type { Site } from "#lib/site/schema.ts";

const itself = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { [N in Name]: N };

/** Every field and extension under its canonical name, and the key of a scan in the header of the IETF's draft. */
export const canonicalNames = convention("canonicalNames", {
  fields: itself(Object.keys(fields) as FieldName[]),
  extensions: {
    idempotencyKey: { header: "Idempotency-Key" },
    replayed: "Idempotency-Replayed",
    scannedAt: "scanned_at",
    expectedQuantity: "expected_quantity",
    dryRun: "dry_run",
  },
} satisfies Pick<Site, "fields" | "extensions">);

/** English words: what is said of refused fields, of what was done, and of the ERP's part of an answer. */
export const english = convention("english", {
  accepts: {
    unknown: "is not a field of this request",
    once: "may come only once",
    missing: "is missing",
    inQuery: "belongs in the query string, not in the body",
    inBody: "belongs in the body, not in the query string",
    offShelf: "must be true or false",
    locationOrOffShelf: "must be given, or off_shelf true, but not both",
    scannedAt: "must be an instant such as 2026-11-21T09:30:00+01:00",
    scannedAtAhead: "scanned_at lies in the future: check the scanner's clock",
    idempotencyKey: "must be 16 to 64 letters, digits or hyphens",
    category: "must be the code of an attachment category",
    categoryOnce: "may name each category only once",
    entries: "must be a list of categories, each with a quantity if one is known",
    dryRun: "must be true or false",
    otherBox: "must be another box",
    andMore: "and more",
    area: "must be the code of an area",
    oneFilter: "may not come together with another filter",
    cursor: "must be the one of the page before, with the same filters",
  },
  did: {
    ...itself(["saved", "corrected", "moved", "configured", "repaired", "late"]),
    transferred: "moved to another box",
    cleared: "left",
  },
  states: itself(["live", "copy", "absent", "unavailable"]),
} satisfies {
  accepts: Site["accepts"];
  did: Site["history"]["did"];
  states: Site["erp"]["states"];
});
