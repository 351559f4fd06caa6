import * as z from "zod";
import { askQuestion } from "#lib/site/question.ts";

const Seconds = z.strictObject({ seconds: z.int() });

export const questions = () => [
  askQuestion("§8", "How long may it take?", Seconds, "free", { seconds: 5 }),

  // @ts-expect-error a question that does not say what a later change costs
  askQuestion("§8", "How long may it take?", Seconds),

  // @ts-expect-error an example that is no answer
  askQuestion("§8", "How long may it take?", Seconds, "free", { minutes: 5 }),
];
