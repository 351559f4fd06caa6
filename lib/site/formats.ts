import * as z from "zod";
import { maxTextLength } from "../fields.ts";
import { askQuestion, choiceOf, orFalse, tenYearsInSeconds, withNote } from "./question.ts";

const patternLike = (meaning: string) => z.instanceof(RegExp, { error: `must be ${meaning}` });

/** Completes the sentence "<field> …", which a worker reads when a scan is refused. */
const AcceptsSentence = z.string().min(1);

const TextFormat = z.strictObject({
  pattern: patternLike("a regular expression from ^ to $, such as /^BX[0-9]{1,20}$/"),
  accepts: AcceptsSentence,
  example: z.string().min(1),
  checkDigit: z.optional(z.literal(true)),
});
const askTextFormat = (name: string) =>
  askQuestion(
    "§2",
    `What does ${name} look like?`,
    withNote(
      TextFormat,
      "with `checkDigit: true`, its last digit must be the check digit of GS1 keys, such as that of an SSCC",
    ),
    "wider",
  );

export const FormatAnswers = z.strictObject({
  zongpai: askTextFormat("a zongpai"),
  boxNo: askTextFormat("a box number"),
  location: askTextFormat("a shelf location code"),
  quantity: askQuestion(
    "§2",
    "What are the smallest and the largest quantity in one scan, and which sentence says so?",
    z.strictObject({
      least: z.number().positive(),
      most: z.number().positive(),
      decimals: askQuestion(
        "§2",
        "How many decimals has a quantity?",
        withNote(
          z.int().min(0).max(6),
          "a quantity is stored as a whole number of the last decimal",
        ),
        "never",
      ),
      accepts: AcceptsSentence,
    }),
    "clients",
  ),
});

export const LocationAnswers = z.strictObject({
  area: askQuestion(
    "§4",
    "Which part of a location code names its area?",
    patternLike("a regular expression whose first group is the area, such as /^([A-Z][0-9]*)/"),
    "area",
  ),
  areas: askQuestion(
    "§4",
    "Which areas are counted, in this order?",
    orFalse(
      withNote(
        z.array(z.string().min(1).max(maxTextLength)).min(1).max(50),
        "each area is one read; with false, a request counts one area at a time",
      ),
    ),
    "free",
    false,
  ),
  otherAreas: askQuestion(
    "§4",
    "Is a shelf in another area than `areas` counted under other areas, or refused with a sentence that names the areas?",
    z.union([z.literal("count"), z.strictObject({ says: AcceptsSentence })]),
    "clients",
    { says: "the shelf must be in L1, L2, L3, L5 or L6" },
  ),
  offShelfNote: askQuestion(
    "§1",
    "Can goods off the shelf have a free note instead of a location?",
    orFalse(
      z.strictObject({ maxLength: z.int().min(1).max(maxTextLength), accepts: AcceptsSentence }),
    ),
    "clients",
    { maxLength: 40, accepts: "must be at most 40 characters" },
  ),
  unknownGoods: askQuestion(
    "§4",
    "May a location be registered for goods that the ERP does not know?",
    choiceOf({
      accept: "the ERP is never asked",
      refuse: "the ERP is asked once; if it does not answer, goods are registered anyway",
    }),
    "free",
  ),
  maxClockAhead: askQuestion(
    "§2",
    "How many seconds may a scanner's clock be ahead?",
    z.int().min(0).max(tenYearsInSeconds),
    "free",
  ),
});
