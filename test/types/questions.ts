import * as z from "zod";
import { ask } from "#lib/site/ask.ts";

const Seconds = z.strictObject({ seconds: z.int() });

export const questions = () => [
  ask("§8", "How long may it take?", Seconds, "free", { seconds: 5 }),

  // @ts-expect-error a question that does not say what a later change costs
  ask("§8", "How long may it take?", Seconds),

  // @ts-expect-error an example that is no answer
  ask("§8", "How long may it take?", Seconds, "free", { minutes: 5 }),
];
