import * as z from "zod";
import { ask } from "./ask.ts";

const Word = z.string().min(1).max(64);

const Cap = z.discriminatedUnion("rule", [
  z.strictObject({ rule: z.literal("fixed"), quantity: z.number().positive() }),
  z.strictObject({ rule: z.literal("configured") }),
  z.strictObject({ rule: z.literal("boxedGoods"), perUnit: z.int().min(1).max(1_000) }),
]);

export const Attachment = z.strictObject({
  categories: ask(
    "§2",
    "Which attachment categories are there, in which order?",
    z
      .array(z.strictObject({ code: z.string().regex(/^[^\p{Cc}\s]{1,32}$/u), label: Word }))
      .min(1)
      .max(20),
  ),
  evidence: ask("§3", "What are the two values of an attachment's evidence called?", z.strictObject({ present: Word, absent: Word })),
  realEvidence: ask("§3", "Which recorded facts make evidence real?", z.array(z.enum(["box", "location"])).min(1)),
  offShelfIsLocated: ask("§3", "Does an attachment registered off the shelf count as located?", z.boolean()),
  flipsBack: ask("§3", "Does evidence flip back when the last box entry is deleted?", z.boolean()),
  cap: ask(
    "§8",
    "What caps the boxed quantity of an attachment (after a change, `npm run audit -- --repair --yes` comes before traffic)?",
    Cap,
  ),
  unquantified: ask("§8", "What does a category configured without a quantity mean?", z.enum(["uncapped", "refused"])),
  removalGuard: ask("§4", "What protects a category from removal?", z.array(z.enum(["boxed", "located", "evidenced"]))),
  unconfiguredLocation: ask("§4", "May a location be registered for a category that is not configured?", z.enum(["accept", "refuse"])),
  goodsBelowUse: ask(
    "§8",
    "Under a boxedGoods cap, may product quantity be taken away that attachments already use?",
    z.enum(["refuse", "allow"]),
  ),
});
