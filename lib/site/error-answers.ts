import * as z from "zod";
import { type ConditionOf, conditions, conditionsOf, type ErrorGroup } from "../errors.ts";
import { ask } from "./ask.ts";

const Code = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/);

/** Not every status is possible for every condition: see `error-rules.ts`. */
const Status = z
  .int()
  .refine((status) => status >= 400 && status < 600, { error: "must be 400 to 599, the statuses with which HTTP tells errors" });

const common = { status: Status, domain: z.string().min(1).max(64), message: z.string().min(1).max(500).optional() };

/** The site is not asked for the two codes that the specification fixes. */
const Fixed = z.strictObject(common);
const Answer = z.strictObject({ ...common, code: Code });

type FixedCondition = {
  [C in keyof typeof conditions]: (typeof conditions)[C] extends { fixedCode: string } ? C : never;
}[keyof typeof conditions];

type Answers<G extends ErrorGroup> = { [C in ConditionOf<G>]: C extends FixedCondition ? typeof Fixed : typeof Answer };

const answersOf = <G extends ErrorGroup>(group: G) =>
  z.strictObject(
    Object.fromEntries(conditionsOf(group).map((name) => [name, "fixedCode" in conditions[name] ? Fixed : Answer])) as Answers<G>,
  );

const question = "Which HTTP status, error_code, domain and (if not the default) message answers each condition";

export const ErrorAnswers = z.strictObject({
  gateway: ask("§7", `${question} that the gateway raises before any handler?`, answersOf("gateway")),
  product: ask("§7", `${question} of the location and box endpoints?`, answersOf("product")),
  accessory: ask("§7", `${question} of the accessory group?`, answersOf("accessory")),
});
