import { DynamoDBServiceException } from "@aws-sdk/client-dynamodb";
import type { Item } from "#lib/store/expression.ts";
import { byBytes } from "#lib/store/keys.ts";

/** What DynamoDB answers to a request that it does not take. */
export const invalid = (message: string) =>
  new DynamoDBServiceException({
    name: "ValidationException",
    $fault: "client",
    $metadata: { httpStatusCode: 400 },
    message,
  });

/** In the order of DynamoDB, which is that of UTF-8; `NaN` where the types differ. */
export const order = (one: unknown, other: unknown): number => {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "boolean" && one === other) return 0;
  return typeof one === "string" && typeof other === "string" ? byBytes(one, other) : Number.NaN;
};

export type Words = {
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Record<string, unknown> | undefined;
};
type Test = (item: Item) => boolean;

const holds: Readonly<Record<string, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
  "<=": (order) => order <= 0,
  "<": (order) => order < 0,
};

/** The expressions of one request, in the forms that `lib/store/expression.ts` and `query.ts` write; any other is refused. */
export const expressionsOf = ({
  ExpressionAttributeNames: names = {},
  ExpressionAttributeValues: values = {},
}: Words) => {
  const lookedUp = <Value>(given: Record<string, Value>, word: string): Value => {
    const value = given[word];
    if (value === undefined) throw invalid(`It is not defined what ${word} is`);
    return value;
  };
  const nameAt = (word = "") => (word.startsWith("#") ? lookedUp(names, word) : word);
  const valueAt = (word = "") => lookedUp(values, word);
  const matched = (form: RegExp, text: string): (string | undefined)[] => {
    const [match, ...groups] = form.exec(text) ?? [];
    if (match === undefined) throw invalid(`Syntax error in the expression "${text}"`);
    return groups;
  };

  const simple = (text: string): Test => {
    const [, exists] = /^(attribute_(?:not_)?exists)/.exec(text) ?? [];
    if (exists) {
      const name = nameAt(matched(/\((#?\w+)\)$/, text)[0]);
      return (item) => (item[name] !== undefined) === (exists === "attribute_exists");
    }
    const [left, sign = "", right] = matched(/^(#?\w+) (=|<>|>=|<=|>|<) (:\w+)$/, text);
    const [name, value] = [nameAt(left), valueAt(right)];
    return (item) => holds[sign]?.(order(item[name], value)) === true;
  };
  const condition = (text: string): Test => {
    const all = text.split(" AND ").map((part) => {
      const any = part
        .replace(/^\((.*)\)$/, "$1")
        .split(" OR ")
        .map(simple);
      return (item: Item) => any.some((test) => test(item));
    });
    return (item) => all.every((test) => test(item));
  };

  /** The bounds of a key condition, by the name of the key. */
  const bounds = (text: string) => {
    const form = /^(#?\w+) = (:\w+)(?: AND (#?\w+) BETWEEN (:\w+) AND (:\w+))?$/;
    const [partition, of, sort, from, to] = matched(form, text);
    const span = sort ? { name: nameAt(sort), from: valueAt(from), to: valueAt(to) } : undefined;
    if (span && (span.from === "" || order(span.from, span.to) > 0))
      throw invalid("The bounds of a key condition are empty or in the wrong order");
    return { partition: { name: nameAt(partition), is: valueAt(of) }, span };
  };

  /** Gives the item after an update. */
  const update = (text: string): ((item: Item) => Item) => {
    const clauses = text.matchAll(/(SET|ADD|REMOVE) (.+?)(?= (?:SET|ADD|REMOVE) |$)/g);
    const changes = [...clauses].flatMap(([, verb, parts = ""]) =>
      parts.split(/, (?=[^)]*(?:\(|$))/).map((part): [string, (item: Item) => unknown] => {
        if (verb === "REMOVE") return [nameAt(part), () => undefined];
        const form = /^(#?\w+) (?:= )?(?:if_not_exists\((#?\w+), )?(:\w+)\)?$/;
        const [name, other, word] = matched(form, part);
        const [was, value] = [nameAt(other ?? name), valueAt(word)];
        if (verb === "SET") return [nameAt(name), (item) => (other ? (item[was] ?? value) : value)];
        return [
          was,
          ({ [was]: number = 0 }) => {
            if (typeof number === "number" && typeof value === "number") return number + value;
            throw invalid("An operand in the update expression has an incorrect data type");
          },
        ];
      }),
    );
    if (changes.length === 0 || new Set(changes.map(([name]) => name)).size < changes.length)
      throw invalid("The update expression is empty, or changes an attribute twice");
    return (item) => ({
      ...item,
      ...Object.fromEntries(changes.map(([name, become]) => [name, become(item)])),
    });
  };

  return { condition, bounds, update, names: (text: string) => text.split(", ").map(nameAt) };
};
