import type * as z from "zod/mini";
import { conditionOfField, InvalidZongpaiError, Refusal } from "../errors.ts";
import type { InputField } from "../fields.ts";
import type { Site } from "../site/schema.ts";
import type { Wire } from "./wire.ts";

/** An invalid field: its name on the wire, and what it must be. */
export type Problem = {
  readonly field?: InputField;
  readonly name: string;
  readonly sentence: string;
};

/** Invalid fields that a message names; the others are counted. */
export const mostShown = 8;
/** In UTF-16 units, of a name that the client made up. */
export const longestName = 40;

const safeName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "?").slice(0, longestName);

const pathName = (path: readonly PropertyKey[], { nameOf }: Wire): string =>
  path
    .map((part, at) =>
      typeof part === "number"
        ? `[${part}]`
        : `${at > 0 ? "." : ""}${nameOf(part as InputField) || String(part)}`,
    )
    .join("");

const leafOf = (path: readonly PropertyKey[]) =>
  path.findLast((part) => typeof part === "string") as InputField;

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (part, name) => (part as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[name],
    value,
  );

/** `at`: the field of the request; `undefined` for an unknown one. */
type PlacedProblem = Problem & { readonly at: InputField | undefined };

export const problemsOf = (
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  wire: Wire,
  accepts: Site["accepts"],
): PlacedProblem[] =>
  issues.flatMap((issue): PlacedProblem[] => {
    const { path } = issue;
    const at = path[0] as InputField | undefined;
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        at,
        name: pathName([...path, key], wire),
        sentence: accepts.unknown,
      }));
    // A rule between fields names a field that may be left out, and has its own sentence.
    const missing = issue.code !== "custom" && valueAt(value, path) === undefined;
    return [
      {
        at,
        field: leafOf(path),
        name: pathName(path, wire),
        sentence: missing ? accepts.missing : issue.message,
      },
    ];
  });

const listed = (problems: readonly Problem[]): string => {
  const shown = problems.slice(0, mostShown).map(({ name, sentence }) => `${name} ${sentence}`);
  const rest = problems.length - shown.length;
  return [...shown, ...(rest > 0 ? [`+${rest}`] : [])].join("; ");
};

/** Specification §7.2: the first invalid field gives the code, the message names them all. */
export const refusalOf = (problems: readonly Problem[]): Refusal => {
  const detail = { problems: listed(problems) };
  const field = problems[0]?.field;
  const condition = field ? conditionOfField(field) : "invalidField";
  return condition === "invalidZongpai"
    ? new InvalidZongpaiError(detail)
    : new Refusal(condition, detail);
};

export const unknownField = (name: string, { unknown }: Site["accepts"]): Problem => ({
  name: safeName(name),
  sentence: unknown,
});
