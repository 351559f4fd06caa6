import * as z from "zod";
import { type ConditionOf, conditions, conditionsOf, type ErrorGroup } from "../errors.ts";
import { ask, noted, text } from "./ask.ts";

const Code = text(
  /^[A-Za-z0-9_.-]{1,64}$/,
  'up to 64 letters, digits, dots, underscores or hyphens, such as "BOX_NOT_FOUND"',
);

/** Not every status is possible for every condition: see `error-rules.ts`. */
const Status = noted(
  z.int().min(400).max(599),
  "the statuses with which HTTP tells errors; a queue acts on them, so each condition has its own",
);

const Message = noted(
  z.string().min(1).max(500),
  "with the placeholders of the default; without it the default, which is English",
);

const common = { status: Status, domain: z.string().min(1).max(64), message: Message.optional() };

/** The site is not asked for the two codes that the specification fixes. */
const Fixed = z.strictObject(common);
const Answer = z.strictObject({ ...common, code: Code });

type FixedCondition = {
  [C in keyof typeof conditions]: (typeof conditions)[C] extends { fixedCode: string } ? C : never;
}[keyof typeof conditions];

type Answers<G extends ErrorGroup> = {
  [C in ConditionOf<G>]: C extends FixedCondition ? typeof Fixed : typeof Answer;
};

const answersOf = <G extends ErrorGroup>(group: G) =>
  z.strictObject(
    Object.fromEntries(
      conditionsOf(group).map((name) => [name, "fixedCode" in conditions[name] ? Fixed : Answer]),
    ) as Answers<G>,
  );

const question =
  "Which HTTP status, error_code, domain and (if not the default) message answers each condition";

export const ErrorAnswers = z.strictObject({
  gateway: ask(
    "§7",
    `${question} that the gateway raises before any handler?`,
    answersOf("gateway"),
    "clients",
  ),
  product: ask(
    "§7",
    `${question} of the location and box endpoints?`,
    answersOf("product"),
    "clients",
  ),
  accessory: ask("§7", `${question} of the accessory group?`, answersOf("accessory"), "clients"),
});
