import * as z from "zod";
import { extensionFields, fields } from "../fields.ts";
import { ask, noted, orFalse, text } from "./ask.ts";

export const WireName = text(
  /^[^\p{Cc}\p{Cs}\s]{1,64}$/u,
  'text of 1 to 64 characters without blanks, such as "box_no"',
);
export const HeaderName = text(
  /^[A-Za-z][A-Za-z0-9-]{0,63}$/,
  'a letter and up to 63 letters, digits or hyphens, such as "Idempotency-Key"',
);

const Field = z.enum(
  [...Object.keys(fields), ...Object.keys(extensionFields)] as [string, ...string[]],
  'must be the canonical name of a field of the request, such as "box_no"',
);

/** What this service adds to the specification. */
export const Extensions = z.strictObject({
  idempotencyKey: ask(
    "§4",
    "What names a scan, so that sending it again changes nothing?",
    noted(
      z.union(
        [
          z.literal(false),
          z.strictObject({ header: HeaderName }),
          z.strictObject({
            fields: z.array(Field).min(1),
            /** Seconds; a corrected mistake stays refused so long. */
            refusalStands: z.int().min(10).max(86_400),
          }),
        ],
        "must be false, { header } or { fields, refusalStands }",
      ),
      "a key of the client's in a header; or fields that together name it, whose refusal answers every such request for so many seconds",
    ),
    "drain",
    { fields: ["box_no", "zongpai", "scanned_at"], refusalStands: 60 },
    false,
  ),
  replayed: ask(
    "§4",
    "Which header marks an answer that was given before, if any?",
    orFalse(HeaderName),
    "clients",
    false,
  ),
  scannedAt: ask(
    "§2",
    "Which field has the instant of the scan, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
  expectedQuantity: ask(
    "§2",
    "Which field has the quantity that the caller believes is recorded, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
  expectedRevision: ask(
    "§4",
    "Which field has the revision of the configuration that the caller has read, if any?",
    noted(orFalse(WireName), "the status answers it as `fields.revision`; `false` leaves out both"),
    "clients",
    false,
  ),
  dryRun: ask(
    "§4",
    "Which query parameter asks what a write would do, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
});
