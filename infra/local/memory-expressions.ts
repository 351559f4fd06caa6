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

/** The order of UTF-16 is that of UTF-8 but for these. */
const unlikeUtf8 = /[\ud800-\uffff]/;

/** In the order of DynamoDB, which is that of UTF-8; `NaN` where the types differ. */
export const compareValues = (one: unknown, other: unknown): number => {
  if (one === other) return 0;
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== "string" || typeof other !== "string") return Number.NaN;
  return unlikeUtf8.test(one) || unlikeUtf8.test(other)
    ? compareBytes(one, other)
    : one < other
      ? -1
      : 1;
};

type RequestPlaceholders = {
  readonly [Kind in `ExpressionAttribute${"Names" | "Values"}`]?: TableItem | undefined;
};
type ItemTest = (item: TableItem) => boolean;

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
  "<=": (order) => order <= 0,
};

const groupsIn = (form: RegExp, text: string): (string | undefined)[] => {
  const [match, ...groups] = form.exec(text) ?? [];
  if (match === undefined) throw validationError(`Syntax error in the expression "${text}"`);
  return groups;
};

/** The expressions of one request, in the forms that `lib/store/expression.ts` and `query.ts` write; any other is refused. */
export const expressionsOf = (asked: RequestPlaceholders) => {
  const words: TableItem = {
    ...asked.ExpressionAttributeNames,
    ...asked.ExpressionAttributeValues,
  };
  const valueAt = (word = ""): unknown => {
    if (words[word] === undefined) throw validationError(`It is not defined what ${word} is`);
    return words[word];
  };
  const nameAt = (word = "") => (word.startsWith("#") ? String(valueAt(word)) : word);

  const simple = (text: string): ItemTest => {
    const [, exists, which] = /^(attribute_(?:not_)?exists)\((#?\w+)\)$/.exec(text) ?? [];
    if (which) {
      const name = nameAt(which);
      return (item) => (item[name] !== undefined) === (exists === "attribute_exists");
    }
    const [word, sign = "", of] = groupsIn(/^(#?\w+) (=|<>|>=|<=|>) (:\w+)$/, text);
    const [name, value] = [nameAt(word), valueAt(of)];
    return (item) => comparisons[sign]?.(compareValues(item[name], value)) === true;
  };
  const condition = (text: string): ItemTest => {
    const all = text.split(" AND ").map((part) =>
      part
        .replace(/^\((.*)\)$/, "$1")
        .split(" OR ")
        .map(simple),
    );
    return (item) => all.every((any) => any.some((test) => test(item)));
  };

  /** The bounds of a key condition, by the name of the key. */
  const bounds = (text: string) => {
    const form = /^(#?\w+) = (:\w+)(?: AND (#?\w+) BETWEEN (:\w+) AND (:\w+))?$/;
    const [partition, of, sort, from, to] = groupsIn(form, text);
    const span = sort ? { name: nameAt(sort), from: valueAt(from), to: valueAt(to) } : undefined;
    if (span && (span.from === "" || compareValues(span.from, span.to) > 0))
      throw validationError("The bounds of a key condition are empty or in the wrong order");
    return { partition: { name: nameAt(partition), is: valueAt(of) }, span };
  };

  /** Gives the item after an update. */
  const update = (text: string): ((item: TableItem) => TableItem) => {
    const clauses = text.matchAll(/(SET|ADD|REMOVE) (.+?)(?= (?:SET|ADD|REMOVE) |$)/g);
    const changeOf = (verb: string, part: string): [string, (item: TableItem) => unknown] => {
      if (verb === "REMOVE") return [nameAt(part), () => undefined];
      const form = /^(#?\w+) (?:= )?(?:if_not_exists\((#?\w+), )?(:\w+)\)?$/;
      const [word, other, of] = groupsIn(form, part);
      const [name, was, value] = [nameAt(word), other && nameAt(other), valueAt(of)];
      if (verb === "SET") return [name, (item) => (was ? (item[was] ?? value) : value)];
      return [
        name,
        ({ [name]: number = 0 }) => {
          if (typeof number === "number" && typeof value === "number") return number + value;
          throw validationError("An operand in the update expression has an incorrect data type");
        },
      ];
    };
    const changes = [...clauses].flatMap(([, verb = "", parts = ""]) =>
      parts.split(/, (?=[^)]*(?:\(|$))/).map((part) => changeOf(verb, part)),
    );
    if (changes.length === 0 || new Set(changes.map(([name]) => name)).size < changes.length)
      throw validationError("The update expression is empty, or changes an attribute twice");
    return (item) => ({
      ...item,
      ...Object.fromEntries(changes.map(([name, become]) => [name, become(item)])),
    });
  };

  return { condition, bounds, update, names: (text: string) => text.split(", ").map(nameAt) };
};
