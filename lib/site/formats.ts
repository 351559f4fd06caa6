import * as z from "zod";
import { longestText } from "../fields.ts";
import { ask, choice, noted, orFalse, tenYears } from "./ask.ts";

const Pattern = (says: string) => z.instanceof(RegExp, { error: `must be ${says}` });

/** Completes the sentence "<field> …", which a worker reads whose scan is refused. */
const Accepts = z.string().min(1);

const TextFormat = z.strictObject({
  pattern: Pattern("a regular expression from ^ to $, such as /^BX[0-9]{1,20}$/"),
  accepts: Accepts,
  example: z.string().min(1),
});
const textFormat = (what: string) => ask("§2", `What does ${what} look like?`, TextFormat, "wider");

export const Formats = z.strictObject({
  zongpai: textFormat("a zongpai"),
  boxNo: textFormat("a box number"),
  location: textFormat("a shelf location code"),
  quantity: ask(
    "§2",
    "What are the least and the most quantity in one scan, and which words say so?",
    z.strictObject({
      least: z.number().positive(),
      most: z.number().positive(),
      decimals: ask(
        "§2",
        "How many decimals has a quantity?",
        noted(z.int().min(0).max(6), "it is kept as a whole number of the last decimal"),
        "never",
      ),
      accepts: Accepts,
    }),
    "clients",
  ),
});

export const Location = z.strictObject({
  area: ask(
    "§4",
    "Which part of a location code names its area?",
    Pattern("a regular expression whose first group is the area, such as /^([A-Z][0-9]*)/"),
    "area",
  ),
  areas: ask(
    "§4",
    "Which areas are counted, in this order?",
    orFalse(
      noted(
        z.array(z.string().min(1).max(longestText)).min(1).max(50),
        "each is read by itself; false counts one area at a time",
      ),
    ),
    "free",
    false,
  ),
  otherAreas: ask(
    "§4",
    "Is a shelf outside of `areas` counted under other areas, or refused with a sentence that names them?",
    z.union([z.literal("count"), z.strictObject({ says: Accepts })]),
    "clients",
    { says: "the shelf must be in L1, L2, L3, L5 or L6" },
  ),
  offShelfNote: ask(
    "§1",
    "May goods off the shelf carry a free note in place of a location?",
    orFalse(z.strictObject({ maxLength: z.int().min(1).max(longestText), accepts: Accepts })),
    "clients",
    { maxLength: 40, accepts: "must be at most 40 characters" },
  ),
  unknownGoods: ask(
    "§4",
    "May a location be registered for goods that the ERP does not know?",
    choice({
      accept: "it is never asked",
      refuse: "it is asked once; while it cannot be asked, goods are registered all the same",
    }),
    "free",
  ),
  maxClockAhead: ask(
    "§2",
    "How many seconds may a scanner's clock be ahead?",
    z.int().min(0).max(tenYears),
    "free",
  ),
});
