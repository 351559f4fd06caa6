import * as z from "zod";
import { anyOf, type OpenPoint, type Words } from "./ask.ts";

type Bounds = { readonly [name: string]: unknown };

/** Numbers beyond these are no limit of ours: JSON Schema has them for every whole number. */
const limit = (value: unknown): number | undefined =>
  typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;

const range = (least: number | undefined, most: number | undefined): string | undefined => {
  if (least === undefined) return most === undefined ? undefined : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least} to ${most}`;
};

const numberWords = ({ type, minimum, exclusiveMinimum, maximum }: Bounds): string => {
  const kind = type === "integer" ? "a whole number" : "a number";
  const [least, above, most] = [limit(minimum), limit(exclusiveMinimum), limit(maximum)];
  if (above !== undefined)
    return `${kind} above ${above}${most === undefined ? "" : `, at most ${most}`}`;
  const bounds = range(least, most);
  return bounds === undefined
    ? kind
    : `${kind}${least !== undefined && most !== undefined ? " from" : " of"} ${bounds}`;
};

const textWords = ({ minLength, maxLength }: Bounds): string => {
  const bounds = range(limit(minLength), limit(maxLength));
  return bounds === undefined
    ? "text"
    : `text of ${bounds} character${bounds.endsWith(" 1") ? "" : "s"}`;
};

const listWords = ({ minItems, maxItems }: Bounds, element: z.ZodType): string => {
  const bounds = range(limit(minItems), limit(maxItems));
  return `a list${bounds === undefined ? "" : ` of ${bounds}`}, each ${mayBe(element)}`;
};

/** Above so many parts a form is told by what they have in common, not by their names. */
const mostNamed = 8;

const isAsked = (type: z.ZodType): boolean =>
  (type.meta() as Partial<OpenPoint> | undefined)?.question !== undefined;

/** The names of a form's parts, and what each part may be. */
const formWords = (
  shape: Readonly<Record<string, z.ZodType>>,
): { readonly head: string; readonly lines: readonly string[] } => {
  const parts = Object.entries(shape);
  const heads = parts.map(([name, part]) =>
    part instanceof z.ZodLiteral ? `${name}: ${mayBe(part)}` : name,
  );
  const named = parts.length <= mostNamed;
  // Parts with a question of their own are told there.
  const told = parts.filter(([, part]) => !(part instanceof z.ZodLiteral) && !isAsked(part));
  const alike = [...Map.groupBy(told, ([, part]) => mayBe(part))].toSorted(
    ([, one], [, other]) => one.length - other.length,
  );
  const lines = alike.map(([words, of], at) => {
    const all = !named && at === alike.length - 1;
    return `${all ? "each name" : of.map(([name]) => name).join(", ")}${all && at > 0 ? " else" : ""}: ${words}`;
  });
  return { head: `{ ${named ? heads.join(", ") : "…"} }`, lines };
};

const worded = (type: z.ZodType): string => {
  if (type instanceof z.ZodLiteral)
    return anyOf([...type.values].map((value) => JSON.stringify(value)));
  if (type instanceof z.ZodEnum) return anyOf(type.options.map((word) => JSON.stringify(word)));
  if (type instanceof z.ZodBoolean) return "true or false";
  if (type instanceof z.ZodOptional) return `${mayBe(type.unwrap() as z.ZodType)}; or left out`;
  if (type instanceof z.ZodUnion)
    return [...new Set(type.options.map((option) => mayBe(option as z.ZodType)))].join("; or ");
  if (type instanceof z.ZodRecord)
    return `{ name: answer }, each ${mayBe(type.valueType as z.ZodType)}`;
  const bounds = z.toJSONSchema(type, { unrepresentable: "any", io: "input" }) as Bounds;
  if (type instanceof z.ZodArray) return listWords(bounds, type.element as z.ZodType);
  if (type instanceof z.ZodNumber) return numberWords(bounds);
  if (type instanceof z.ZodString) return textWords(bounds);
  throw new Error(
    `The form has a part of the kind ${type.type} that nothing tells: give it words with said().`,
  );
};

/** What may be answered, in words that end the sentence "must be …". */
export const mayBe = (type: z.ZodType): string => {
  const { says, note } = (type.meta() ?? {}) as Words;
  const noted = note === undefined ? "" : ` (${note})`;
  if (says !== undefined || !(type instanceof z.ZodObject))
    return `${says ?? worded(type)}${noted}`;
  const { head, lines } = formWords(type.shape as Readonly<Record<string, z.ZodType>>);
  return `${head}${noted}${lines.length > 0 ? `, ${lines.join("; ")}` : ""}`;
};
