import * as z from "zod";
import { longestText } from "../fields.ts";
import { ask, choice, noted, orFalse, said } from "./ask.ts";

/** Of the index. */
const mostShards = 64;

const Pattern = (says: string) => said(z.instanceof(RegExp), says);

/** Completes the sentence "<field> …", which a worker reads whose scan is refused. */
const Accepts = noted(
  z.string().min(1),
  'it follows the field\'s name, such as "must be BX and up to 20 digits"',
);

/** What the service accepts in one text field, and the sentence that a refused worker reads. */
const TextFormat = z.strictObject({
  pattern: Pattern("a regular expression from ^ to $, such as /^BX[0-9]{1,20}$/"),
  accepts: Accepts,
  example: noted(z.string().min(1), "one that the pattern accepts"),
});

export const Formats = z.strictObject({
  zongpai: ask("§2", "What does a zongpai look like?", TextFormat, "wider"),
  boxNo: ask("§2", "What does a box number look like?", TextFormat, "wider"),
  location: ask("§2", "What does a shelf location code look like?", TextFormat, "wider"),
  quantity: z.strictObject({
    least: ask(
      "§2",
      "What is the least quantity that may be boxed?",
      z.number().positive(),
      "clients",
    ),
    most: ask(
      "§2",
      "What is the most quantity that may be boxed at once?",
      z.number().positive(),
      "clients",
    ),
    decimals: ask(
      "§2",
      "How many decimals has a quantity?",
      noted(z.int().min(0).max(6), "quantities are kept as whole numbers of the last decimal"),
      "never",
    ),
    accepts: ask("§2", "Which words say what a quantity must be?", Accepts, "clients"),
  }),
});

const tenYears = 10 * 365 * 86_400;

const ShardCount = noted(z.int().min(1).max(mostShards), "each is read for one view of a place");

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
  offShelfNote: ask(
    "§1",
    "May goods off the shelf carry a free note in place of a location?",
    orFalse(
      z.strictObject({
        maxLength: noted(z.int().min(1).max(longestText), "the longest text of a request"),
        accepts: Accepts,
      }),
    ),
    "clients",
    { maxLength: 40, accepts: "must be at most 40 characters" },
  ),
  unknownGoods: ask(
    "§4",
    "May a location be registered for goods that the ERP does not know?",
    choice({
      accept: "it is never asked",
      refuse:
        "it is asked once and remembered as with a save; while it cannot be asked, goods are registered all the same",
    }),
    "free",
  ),
  maxClockAhead: ask(
    "§2",
    "How many seconds may a scanner's clock be ahead?",
    noted(z.int().min(0).max(tenYears), "ten years"),
    "free",
  ),
  shards: z.strictObject({
    write: ask(
      "§8",
      "How many moves a second does the warehouse see, divided by 1,000 and rounded up?",
      ShardCount,
      "shards",
    ),
    read: ask(
      "§8",
      "With which such numbers may rows have been written?",
      noted(z.array(ShardCount).min(1).max(4), "at first only the one that is written"),
      "shards",
    ),
  }),
});
