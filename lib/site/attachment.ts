import * as z from "zod";
import { askQuestion, choiceOf, nameOf, textLike, withNote } from "./question.ts";

const ShortText = z.string().min(1).max(64);

const singleCaps = [
  z.strictObject({ rule: z.literal("fixed"), quantity: z.number().positive() }),
  z.strictObject({ rule: z.literal("perBox"), quantity: z.number().positive() }),
  z.strictObject({ rule: z.literal("configured") }),
  z.strictObject({ rule: z.literal("boxedGoods"), perUnit: z.int().min(1).max(1_000) }),
] as const;

const AttachmentCap = withNote(
  z.discriminatedUnion("rule", [
    ...singleCaps,
    z.strictObject({
      rule: z.literal("perCategory"),
      of: z.record(z.string(), z.discriminatedUnion("rule", singleCaps)),
    }),
  ]),
  "a number for each zongpai (fixed), a number in each box (perBox), the configured quantity, a number for each boxed unit of the goods (boxedGoods), or a rule for each category",
);

export const AttachmentAnswers = z.strictObject({
  categories: askQuestion(
    "§2",
    "Which attachment categories are there, in which order?",
    z
      .array(
        z.strictObject({
          code: nameOf(
            textLike(/^[^\p{Cc}\s]{1,32}$/u, '1 to 32 characters without blanks, such as "MANUAL"'),
          ),
          label: ShortText,
        }),
      )
      .min(1)
      .max(20),
    "longer",
  ),
  evidence: askQuestion(
    "§3",
    "What are the two values of an attachment's evidence called?",
    z.strictObject({ present: ShortText, absent: ShortText }),
    "clients",
  ),
  realEvidence: askQuestion(
    "§3",
    "Which recorded facts make evidence real: an entry in a box, a location?",
    z.array(z.enum(["box", "location"])).min(1),
    "repair",
    ["box", "location"],
  ),
  offShelfIsLocated: askQuestion(
    "§3",
    "Does an attachment registered off the shelf count as located?",
    z.boolean(),
    "repair",
  ),
  flipsBack: askQuestion(
    "§3",
    "Does evidence flip back when the last box entry is deleted?",
    z.boolean(),
    "repair",
  ),
  cap: askQuestion(
    "§8",
    "What caps the boxed quantity of an attachment?",
    AttachmentCap,
    "repair",
    { rule: "fixed", quantity: 500 },
    { rule: "boxedGoods", perUnit: 4 },
    { rule: "perBox", quantity: 1 },
    { rule: "perCategory", of: { MANUAL: { rule: "perBox", quantity: 1 } } },
  ),
  unquantified: askQuestion(
    "§8",
    "What does a category configured without a quantity mean?",
    choiceOf({ uncapped: "no limit", refused: "such a configuration is refused" }),
    "clients",
  ),
  removalGuard: askQuestion(
    "§4",
    "What protects a category from removal: a box entry, a location, real evidence?",
    z.array(z.enum(["boxed", "located", "evidenced"])),
    "clients",
    ["evidenced"],
    [],
  ),
  unconfiguredLocation: askQuestion(
    "§4",
    "May a location be registered for a category that is not configured?",
    z.enum(["accept", "refuse"]),
    "clients",
  ),
  goodsBelowUse: askQuestion(
    "§8",
    "Under a boxedGoods cap, can workers take out goods that boxed attachments need?",
    z.enum(["refuse", "allow"]),
    "clients",
  ),
});
