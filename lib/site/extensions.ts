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

/** Says what to answer in place of the answers that 0.2.0 took. */
const faultOfKey = (answer: unknown): string => {
  const { header, fields } = (answer ?? {}) as { readonly header?: unknown; fields?: unknown };
  if (typeof header === "string") return `must be the name alone: "${header}"`;
  return fields === undefined
    ? 'must be false or the name of a header, such as "Idempotency-Key"'
    : 'must be the name of a header, such as "Idempotency-Key", or false: fields no longer name a scan. Empty the queue of every scanner first (docs/upgrade.md)';
};

/** The additions of this service to the specification. */
export const ExtensionAnswers = z.strictObject({
  idempotencyKey: askQuestion(
    "§4",
    "Which header has the key of a scan, so that sending it again changes nothing, if any?",
    z.union([z.literal(false), HeaderName], { error: ({ input }) => faultOfKey(input) }),
    "drain",
    false,
  ),
  replayed: askQuestion(
    "§4",
    "Which header marks an answer that was given before, if any?",
    orFalse(HeaderName),
    "clients",
    false,
  ),
  refusalValues: askQuestion(
    "§7",
    "Which header of a refusal has its condition and values for programs, if any?",
    withNote(
      orFalse(HeaderName),
      "a Dictionary of RFC 9651; where refusals are listed each has it as `fields.values`. The pages then say a refusal in the worker's language",
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
    "Which field has the quantity that the caller believes is recorded, if any?",
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
    withNote(
      orFalse(WireName),
      "the status answers it as `fields.revision`; `false` leaves out both",
    ),
    "clients",
    false,
  ),
  dryRun: askQuestion(
    "§4",
    "Which query parameter asks what a write would do, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
});
