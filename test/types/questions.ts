import * as z from "zod";
import { ask } from "#lib/site/ask.ts";

const Seconds = z.union([z.literal(false), z.strictObject({ seconds: z.int() })]);

export const questions = () => [
  ask("§8", "How long may it take?", Seconds, "free", { seconds: 5 }),

  // @ts-expect-error a question that does not say what a later change costs
  ask("§8", "How long may it take?", Seconds),

  // @ts-expect-error a cost that nothing explains
  ask("§8", "How long may it take?", Seconds, "cheap"),

  // @ts-expect-error what is no question
  ask("§8", "How long it may take", Seconds, "free"),

  // @ts-expect-error an example that is no answer
  ask("§8", "How long may it take?", Seconds, "free", { minutes: 5 }),

  // @ts-expect-error a section that is none of the specification's
  ask("chapter 8", "How long may it take?", Seconds, "free"),
];
