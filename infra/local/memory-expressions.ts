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

/** The order of UTF-16 is that of UTF-8 but for these. */
const rare = /[\ud800-\uffff]/;

/** In the order of DynamoDB, which is that of UTF-8; `NaN` where the types differ. */
export const order = (one: unknown, other: unknown): number => {
  if (one === other) return 0;
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== "string" || typeof other !== "string") return Number.NaN;
  return rare.test(one) || rare.test(other) ? byBytes(one, other) : one < other ? -1 : 1;
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

const matched = (form: RegExp, text: string): (string | undefined)[] => {
  const [match, ...groups] = form.exec(text) ?? [];
  if (match === undefined) throw invalid(`Syntax error in the expression "${text}"`);
  return groups;
};

/** The stores send few texts, with other names and values each time: a text is taken apart once. */
const once = <Parts>(parse: (text: string) => Parts) => {
  const known = new Map<string, Parts>();
  return (text: string): Parts => {
    const parts = known.get(text) ?? parse(text);
    known.set(text, parts);
    return parts;
  };
};

const simple = (text: string) => {
  const [, exists] = /^(attribute_(?:not_)?exists)/.exec(text) ?? [];
  const form = exists ? /\((#?\w+)\)$/ : /^(#?\w+) (=|<>|>=|<=|>|<) (:\w+)$/;
  const [name, sign = "", value] = matched(form, text);
  return { exists, name, sign, value };
};
const conditionOf = once((text) =>
  text.split(" AND ").map((part) =>
    part
      .replace(/^\((.*)\)$/, "$1")
      .split(" OR ")
      .map(simple),
  ),
);
const boundsOf = once((text) =>
  matched(/^(#?\w+) = (:\w+)(?: AND (#?\w+) BETWEEN (:\w+) AND (:\w+))?$/, text),
);
const changesOf = once((text) => {
  const clauses = text.matchAll(/(SET|ADD|REMOVE) (.+?)(?= (?:SET|ADD|REMOVE) |$)/g);
  return [...clauses].flatMap(([, verb, parts = ""]) =>
    parts.split(/, (?=[^)]*(?:\(|$))/).map((part) => {
      if (verb === "REMOVE") return { verb, name: part };
      const form = /^(#?\w+) (?:= )?(?:if_not_exists\((#?\w+), )?(:\w+)\)?$/;
      const [name, other, value] = matched(form, part);
      return { verb, name, other, value };
    }),
  );
});

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

  const condition = (text: string): Test => {
    const all = conditionOf(text).map((any) =>
      any.map(({ exists, name: word, sign, value: of }): Test => {
        const name = nameAt(word);
        if (exists) return (item) => (item[name] !== undefined) === (exists === "attribute_exists");
        const value = valueAt(of);
        return (item) => holds[sign]?.(order(item[name], value)) === true;
      }),
    );
    return (item) => all.every((any) => any.some((test) => test(item)));
  };

  /** The bounds of a key condition, by the name of the key. */
  const bounds = (text: string) => {
    const [partition, of, sort, from, to] = boundsOf(text);
    const span = sort ? { name: nameAt(sort), from: valueAt(from), to: valueAt(to) } : undefined;
    if (span && (span.from === "" || order(span.from, span.to) > 0))
      throw invalid("The bounds of a key condition are empty or in the wrong order");
    return { partition: { name: nameAt(partition), is: valueAt(of) }, span };
  };

  /** Gives the item after an update. */
  const update = (text: string): ((item: Item) => Item) => {
    const changes = changesOf(text).map(
      ({ verb, name: word, other, value: of }): [string, (item: Item) => unknown] => {
        const name = nameAt(word);
        if (verb === "REMOVE") return [name, () => undefined];
        const [was, value] = [nameAt(other ?? word), valueAt(of)];
        if (verb === "SET") return [name, (item) => (other ? (item[was] ?? value) : value)];
        return [
          was,
          ({ [was]: number = 0 }) => {
            if (typeof number === "number" && typeof value === "number") return number + value;
            throw invalid("An operand in the update expression has an incorrect data type");
          },
        ];
      },
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
