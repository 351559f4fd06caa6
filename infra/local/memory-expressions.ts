import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import type { TableItem } from "#lib/store/expression.ts";
import { compareBytes } from "#lib/store/keys.ts";

/** What DynamoDB answers to a request that it does not take. */
export const validationError = (message: string) =>
  new DynamoDBServiceException({
    name: "ValidationException",
    $fault: "client",
    $metadata: { httpStatusCode: 400 },
    message,
  });

/** The characters that UTF-16 and UTF-8 sort differently. */
const unlikeUtf8 = /[\ud800-\uffff]/;

/** Compares in DynamoDB's order, by UTF-8 bytes; `NaN` if the types differ. */
export const compareValues = (one: unknown, other: unknown): number => {
  if (one === other) return 0;
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== "string" || typeof other !== "string") return Number.NaN;
  if (unlikeUtf8.test(one) || unlikeUtf8.test(other)) return compareBytes(one, other);
  return one < other ? -1 : 1;
};

type RequestPlaceholders = {
  readonly [Kind in `ExpressionAttribute${"Names" | "Values"}`]?: TableItem | undefined;
};
type ItemTest = (item: TableItem) => boolean;

const testOfOperator: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
  "<=": (order) => order <= 0,
};

const groupsIn = (syntax: RegExp, text: string): (string | undefined)[] => {
  const [match, ...groups] = syntax.exec(text) ?? [];
  if (match === undefined) throw validationError(`Syntax error in the expression "${text}"`);
  return groups;
};

/** The expressions of one request, in the forms that `lib/store/expression.ts` and `query.ts` write; any other is refused. */
export const expressionsOf = (request: RequestPlaceholders) => {
  const placeholders: TableItem = {
    ...request.ExpressionAttributeNames,
    ...request.ExpressionAttributeValues,
  };
  const valueFor = (placeholder = ""): unknown => {
    const value = placeholders[placeholder];
    if (value === undefined) throw validationError(`It is not defined what ${placeholder} is`);
    return value;
  };
  const nameFor = (word = "") => (word.startsWith("#") ? String(valueFor(word)) : word);

  const parseComparison = (text: string): ItemTest => {
    const [, exists, attribute] = /^(attribute_(?:not_)?exists)\((#?\w+)\)$/.exec(text) ?? [];
    if (attribute) {
      const name = nameFor(attribute);
      return (item) => (item[name] !== undefined) === (exists === "attribute_exists");
    }
    const syntax = /^(#?\w+) (=|<>|>=|<=|>) (:\w+)$/;
    const [word, operator = "", placeholder] = groupsIn(syntax, text);
    const name = nameFor(word);
    const value = valueFor(placeholder);
    return (item) => testOfOperator[operator]?.(compareValues(item[name], value)) === true;
  };
  const parseCondition = (text: string): ItemTest => {
    const clauses = text.split(" AND ").map((clause) =>
      clause
        .replace(/^\((.*)\)$/, "$1")
        .split(" OR ")
        .map(parseComparison),
    );
    return (item) => clauses.every((alternatives) => alternatives.some((test) => test(item)));
  };

  /** The bounds of a key condition, by the name of the key. */
  const parseKeyCondition = (text: string) => {
    const syntax = /^(#?\w+) = (:\w+)(?: AND (#?\w+) BETWEEN (:\w+) AND (:\w+))?$/;
    const [partitionKey, value, sortKey, from, to] = groupsIn(syntax, text);
    const partition = { name: nameFor(partitionKey), value: valueFor(value) };
    if (!sortKey) return { partition };
    const span = { name: nameFor(sortKey), from: valueFor(from), to: valueFor(to) };
    if (span.from === "" || compareValues(span.from, span.to) > 0)
      throw validationError("The bounds of a key condition are empty or in the wrong order");
    return { partition, span };
  };

  /** One part of an update: the attribute, and its value after the update. */
  const parseChange = (
    verb: string,
    text: string,
  ): readonly [name: string, valueAfter: (item: TableItem) => unknown] => {
    if (verb === "REMOVE") return [nameFor(text), () => undefined];
    const syntax = /^(#?\w+) (?:= )?(?:if_not_exists\((#?\w+), )?(:\w+)\)?$/;
    const [word, wordBefore, placeholder] = groupsIn(syntax, text);
    const name = nameFor(word);
    const nameBefore = wordBefore && nameFor(wordBefore);
    const value = valueFor(placeholder);
    if (verb === "SET") return [name, (item) => (nameBefore ? (item[nameBefore] ?? value) : value)];
    const add = ({ [name]: number = 0 }: TableItem) => {
      if (typeof number === "number" && typeof value === "number") return number + value;
      throw validationError("An operand in the update expression has an incorrect data type");
    };
    return [name, add];
  };

  /** Gives the item after an update. */
  const parseUpdate = (text: string): ((item: TableItem) => TableItem) => {
    const clauses = text.matchAll(/(SET|ADD|REMOVE) (.+?)(?= (?:SET|ADD|REMOVE) |$)/g);
    const changes = [...clauses].flatMap(([, verb = "", parts = ""]) =>
      parts.split(/, (?=[^)]*(?:\(|$))/).map((part) => parseChange(verb, part)),
    );
    const names = new Set(changes.map(([name]) => name));
    if (changes.length === 0 || names.size < changes.length)
      throw validationError("The update expression is empty, or changes an attribute twice");
    return (item) => {
      const values = changes.map(([name, valueAfter]) => [name, valueAfter(item)]);
      return { ...item, ...Object.fromEntries(values) };
    };
  };

  const parseProjection = (text: string): string[] => text.split(", ").map(nameFor);

  return { parseCondition, parseKeyCondition, parseUpdate, parseProjection };
};
