import type * as z from "zod/mini";
import { conditionOfField, InvalidZongpaiError, Refusal } from "../errors.ts";
import type { InputField } from "../fields.ts";
import type { Site } from "../site/schema.ts";
import type { SiteWire } from "./wire.ts";

/** An invalid field: its name on the wire, and what it must be. */
export type FieldProblem = {
  readonly field?: InputField;
  readonly name: string;
  readonly sentence: string;
};

/** Invalid fields that a message names; the others are counted. */
export const mostShownProblems = 8;
/** In UTF-16 units, of a name that the client made up. */
export const longestUnknownName = 40;

const safeName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "?").slice(0, longestUnknownName);

const wirePathOf = (path: readonly PropertyKey[], { nameOf }: SiteWire): string =>
  path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      const name = nameOf(part as InputField) || String(part);
      return index > 0 ? `.${name}` : name;
    })
    .join("");

const lastFieldOf = (path: readonly PropertyKey[]) =>
  path.findLast((part) => typeof part === "string") as InputField;

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (part, name) => (part as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[name],
    value,
  );

/** `requestField`: the field of the request; `undefined` for an unknown one. */
type PlacedProblem = FieldProblem & { readonly requestField: InputField | undefined };

export const problemsOf = (
  issues: readonly z.core.$ZodIssue[],
  value: unknown,
  wire: SiteWire,
  accepts: Site["accepts"],
): PlacedProblem[] =>
  issues.flatMap((issue): PlacedProblem[] => {
    const { path } = issue;
    const requestField = path[0] as InputField | undefined;
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => ({
        requestField,
        name: wirePathOf([...path, key], wire),
        sentence: accepts.unknown,
      }));
    // A rule between fields names a field that may be left out, and has its own sentence.
    const isMissing = issue.code !== "custom" && valueAt(value, path) === undefined;
    return [
      {
        requestField,
        field: lastFieldOf(path),
        name: wirePathOf(path, wire),
        sentence: isMissing ? accepts.missing : issue.message,
      },
    ];
  });

const describeProblems = (problems: readonly FieldProblem[]): string => {
  const shown = problems
    .slice(0, mostShownProblems)
    .map(({ name, sentence }) => `${name} ${sentence}`);
  const hiddenCount = problems.length - shown.length;
  if (hiddenCount > 0) shown.push(`+${hiddenCount}`);
  return shown.join("; ");
};

/** Specification §7.2: the first invalid field gives the code, the message names them all. */
export const refusalOf = (problems: readonly FieldProblem[]): Refusal => {
  const detail = { problems: describeProblems(problems) };
  const field = problems[0]?.field;
  const condition = field ? conditionOfField(field) : "invalidField";
  return condition === "invalidZongpai"
    ? new InvalidZongpaiError(detail)
    : new Refusal(condition, detail);
};

export const unknownFieldProblem = (name: string, { unknown }: Site["accepts"]): FieldProblem => ({
  name: safeName(name),
  sentence: unknown,
});
