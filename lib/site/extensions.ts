import * as z from "zod";
import { askQuestion, orFalse, textLike, withNote } from "./question.ts";

export const WireName = textLike(
  /^[^\p{Cc}\p{Cs}\s]{1,64}$/u,
  'text of 1 to 64 characters without blanks, such as "box_no"',
);
export const HeaderName = textLike(
  /^[A-Za-z][A-Za-z0-9-]{0,63}$/,
  'a letter and up to 63 letters, digits or hyphens, such as "Idempotency-Key"',
);

/** The additions of this service to the specification. */
export const ExtensionAnswers = z.strictObject({
  idempotencyKey: askQuestion(
    "§4",
    "Which header has the idempotency key of a scan, with which sending it again changes nothing, if any?",
    z.union(
      [z.literal(false), HeaderName],
      'must be false or the name of a header, such as "Idempotency-Key"',
    ),
    "drain",
    false,
  ),
  replayed: askQuestion(
    "§4",
    "Which header marks a repeated answer, if any?",
    orFalse(HeaderName),
    "clients",
    false,
  ),
  refusalValues: askQuestion(
    "§7",
    "Which header of a refusal has its condition and values for programs, if any?",
    withNote(
      orFalse(HeaderName),
      "a Dictionary of RFC 9651; in the list of refusals each has it as `fields.values`. With it, the pages show refusals in the worker's language",
    ),
    "clients",
    false,
  ),
  scannedAt: askQuestion(
    "§2",
    "Which field has the instant of the scan, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
  expectedQuantity: askQuestion(
    "§2",
    "Which field has the quantity that the caller expects to be recorded, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
  expectedLocation: askQuestion(
    "§4",
    "Which field has the location that the caller has read, if any?",
    withNote(
      orFalse(WireName),
      "for a registration or clearing of what may be elsewhere now; empty means on no shelf",
    ),
    "clients",
    false,
  ),
  expectedRevision: askQuestion(
    "§4",
    "Which field has the revision of the configuration that the caller has read, if any?",
    withNote(orFalse(WireName), "the status has it as `fields.revision`; `false` leaves out both"),
    "clients",
    false,
  ),
  dryRun: askQuestion(
    "§4",
    "Which query parameter makes a write a dry run, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
});
