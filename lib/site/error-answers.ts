import * as z from "zod";
import { type ConditionOf, conditions, conditionsOf, type ErrorGroup } from "../errors.ts";
import { ask, text } from "./ask.ts";

const Code = text(
  /^[A-Za-z0-9_.-]{1,64}$/,
  'up to 64 letters, digits, dots, underscores or hyphens, such as "BOX_NOT_FOUND"',
);

/** `answer-rules.ts` has more on status and message. */
const common = {
  status: z.int().min(400).max(599),
  domain: z.string().min(1).max(64),
  message: z.string().min(1).max(500).optional(),
};

/** Of the two conditions whose codes the specification fixes. */
const Fixed = z.strictObject(common);
const Answer = z.strictObject({ ...common, code: Code });

type Answers<G extends ErrorGroup> = {
  [C in ConditionOf<G>]: (typeof conditions)[C] extends { fixedCode: string }
    ? typeof Fixed
    : typeof Answer;
};

const answersOf = <G extends ErrorGroup>(group: G) =>
  z.strictObject(
    Object.fromEntries(
      conditionsOf(group).map((name) => [name, "fixedCode" in conditions[name] ? Fixed : Answer]),
    ) as Answers<G>,
  );

export const ErrorAnswers = ask(
  "§7",
  "Which HTTP status, error_code, domain and (if not the default, in English) message answers each condition?",
  z.strictObject({
    gateway: answersOf("gateway"),
    product: answersOf("product"),
    accessory: answersOf("accessory"),
  }),
  "clients",
);
