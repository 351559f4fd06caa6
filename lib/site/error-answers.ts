import * as z from "zod";
import { type ConditionOf, conditions, conditionsOf, type ErrorGroup } from "../errors.ts";
import { askQuestion, textLike } from "./question.ts";

const ErrorCode = textLike(
  /^[A-Za-z0-9_.-]{1,64}$/,
  'up to 64 letters, digits, dots, underscores or hyphens, such as "BOX_NOT_FOUND"',
);

/** `answer-rules.ts` has more on status and message. */
const commonAnswer = {
  status: z.int().min(400).max(599),
  domain: z.string().min(1).max(64),
  message: z.string().min(1).max(500).optional(),
};

/** The answer to one of the two conditions whose codes the specification fixes. */
const FixedCodeAnswer = z.strictObject(commonAnswer);
const OwnCodeAnswer = z.strictObject({ ...commonAnswer, code: ErrorCode });

type GroupAnswers<G extends ErrorGroup> = {
  [C in ConditionOf<G>]: (typeof conditions)[C] extends { fixedCode: string }
    ? typeof FixedCodeAnswer
    : typeof OwnCodeAnswer;
};

const groupAnswersOf = <G extends ErrorGroup>(group: G) =>
  z.strictObject(
    Object.fromEntries(
      conditionsOf(group).map((name) => [
        name,
        "fixedCode" in conditions[name] ? FixedCodeAnswer : OwnCodeAnswer,
      ]),
    ) as GroupAnswers<G>,
  );

export const ErrorAnswers = askQuestion(
  "§7",
  "Which HTTP status, error_code and domain does each condition have, and which message, if not the English default?",
  z.strictObject({
    gateway: groupAnswersOf("gateway"),
    product: groupAnswersOf("product"),
    accessory: groupAnswersOf("accessory"),
  }),
  "clients",
);
