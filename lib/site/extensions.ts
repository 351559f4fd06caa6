import * as z from "zod";
import { extensionFields, fields } from "../fields.ts";
import { ask, noted, orFalse, said, text } from "./ask.ts";

export const WireName = text(
  /^[^\p{Cc}\p{Cs}\s]{1,64}$/u,
  'text of 1 to 64 characters without blanks, such as "box_no"',
);
const HeaderName = text(
  /^[A-Za-z][A-Za-z0-9-]{0,63}$/,
  'a letter and up to 63 letters, digits or hyphens, such as "Idempotency-Key"',
);

const Field = said(
  z.enum([...Object.keys(fields), ...Object.keys(extensionFields)] as [string, ...string[]]),
  'our own word for a field of the request, such as "box_no"',
);

/** What this service adds to the specification. */
export const Extensions = z.strictObject({
  idempotencyKey: ask(
    "§4",
    "What names one scan, so that sending it again changes nothing?",
    z.union([
      noted(z.literal(false), "nothing: a scan that is sent again may count again"),
      noted(
        z.strictObject({ header: HeaderName }),
        "a key that the client makes for each scan, in this header",
      ),
      noted(
        z.strictObject({
          fields: z.array(Field).min(1),
          refusalStands: ask(
            "§4",
            "For how many seconds does a refusal answer every request with the same fields, because a worker cannot give the scan a new key?",
            noted(
              z.int().min(10).max(86_400),
              "at most a day, or a mended mistake would stay refused",
            ),
            "drain",
          ),
        }),
        "the fields that together name it",
      ),
    ]),
    "drain",
    { fields: ["box_no", "zongpai", "scanned_at"], refusalStands: 60 },
    false,
  ),
  replayed: ask(
    "§4",
    "Which response header marks an answer that was given before, if any?",
    orFalse(HeaderName),
    "clients",
    false,
  ),
  scannedAt: ask(
    "§2",
    "Which field carries the instant of the scan, if any?",
    orFalse(WireName),
    "clients",
    false,
  ),
  expectedQuantity: ask(
    "§2",
    "Which field carries the quantity that the caller believes is recorded, if any?",
    orFalse(WireName),
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
