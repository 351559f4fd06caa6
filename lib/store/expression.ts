import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import type { TableKey } from "./keys.ts";

type TransactionItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];
type ActionOfKind<Kind extends keyof TransactionItem> = {
  readonly [Name in Kind]: Omit<NonNullable<TransactionItem[Kind]>, "TableName">;
};

/** One action of a transaction, without the table that it is sent to. */
export type TransactionAction =
  | ActionOfKind<"Put">
  | ActionOfKind<"Update">
  | ActionOfKind<"Delete">
  | ActionOfKind<"ConditionCheck">;

export const addressToTable = (TableName: string, action: TransactionAction): TransactionItem => {
  if ("Put" in action) return { Put: { TableName, ...action.Put } };
  if ("Update" in action) return { Update: { TableName, ...action.Update } };
  if ("Delete" in action) return { Delete: { TableName, ...action.Delete } };
  return { ConditionCheck: { TableName, ...action.ConditionCheck } };
};

export type TableItem = Record<string, unknown>;
type AttributeValue = string | number | boolean;

/** DynamoDB cannot calculate in conditions, so the caller calculates the limit. */
export type RowCondition =
  | { readonly absent: string }
  | { readonly present: string }
  | {
      readonly attribute: string;
      readonly is: "=" | ">=" | "<=" | ">";
      readonly value: AttributeValue;
    }
  | { readonly any: readonly RowCondition[] };

/** The attribute is as it was read; `undefined`: not there. */
export const unchanged = (attribute: string, value: AttributeValue | undefined): RowCondition =>
  value === undefined ? { absent: attribute } : { attribute, is: "=", value };

/** A change of the attributes of one item, and the conditions under which it is made. */
export type RowChange = {
  readonly set?: Readonly<Record<string, AttributeValue>>;
  /** Set only if the attribute is not there. */
  readonly init?: Readonly<Record<string, AttributeValue>>;
  readonly remove?: readonly string[];
  /** Added to the attribute, or to 0 if it is not there; top level only. */
  readonly add?: Readonly<Record<string, number>>;
  readonly when?: readonly RowCondition[];
};

/** Several changes of one item as one: numbers are added up, and all conditions must be true. */
export const mergeChanges = (...changes: readonly RowChange[]): RowChange => {
  const add: Record<string, number> = {};
  for (const change of changes)
    for (const [name, number] of Object.entries(change.add ?? {}))
      add[name] = (add[name] ?? 0) + number;
  return {
    set: Object.assign({}, ...changes.map(({ set }) => set)),
    init: Object.assign({}, ...changes.map(({ init }) => init)),
    remove: changes.flatMap(({ remove = [] }) => remove),
    add,
    when: changes.flatMap(({ when = [] }) => when),
  };
};

class Placeholders {
  readonly #words = new Map<string, string>();
  readonly #values: [string, AttributeValue][] = [];
  name(attribute: string): string {
    const word = this.#words.get(attribute) ?? `#n${this.#words.size}`;
    this.#words.set(attribute, word);
    return word;
  }
  value(value: AttributeValue): string {
    const word = `:v${this.#values.length}`;
    this.#values.push([word, value]);
    return word;
  }
  /** DynamoDB refuses empty lists. */
  get attributes() {
    return {
      ExpressionAttributeNames:
        this.#words.size > 0
          ? Object.fromEntries([...this.#words].map(([name, word]) => [word, name]))
          : undefined,
      ExpressionAttributeValues:
        this.#values.length > 0 ? Object.fromEntries(this.#values) : undefined,
    };
  }
}

const conditionText = (condition: RowCondition, words: Placeholders): string => {
  if ("absent" in condition) return `attribute_not_exists(${words.name(condition.absent)})`;
  if ("present" in condition) return `attribute_exists(${words.name(condition.present)})`;
  if ("any" in condition)
    return `(${condition.any.map((one) => conditionText(one, words)).join(" OR ")})`;
  return `${words.name(condition.attribute)} ${condition.is} ${words.value(condition.value)}`;
};

const conditionFieldsOf = (words: Placeholders, when: readonly RowCondition[]) => ({
  ConditionExpression:
    when.length > 0 ? when.map((one) => conditionText(one, words)).join(" AND ") : undefined,
  ...words.attributes,
  ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
});

/** Writes a whole item if the conditions are true for the item that is there. */
export const putAction = (
  item: TableKey & TableItem,
  when: readonly RowCondition[] = [],
): ActionOfKind<"Put"> => ({
  Put: { Item: item, ...conditionFieldsOf(new Placeholders(), when) },
});

export const deleteAction = (key: TableKey, when: readonly RowCondition[]): TransactionAction => ({
  Delete: { Key: key, ...conditionFieldsOf(new Placeholders(), when) },
});

export const checkAction = (key: TableKey, when: readonly RowCondition[]): TransactionAction => {
  const { ConditionExpression = "", ...rest } = conditionFieldsOf(new Placeholders(), when);
  return { ConditionCheck: { Key: key, ConditionExpression, ...rest } };
};

/** Changes attributes of an item if the conditions are true; an item that does not exist is made. */
export const updateAction = (
  key: TableKey,
  { set = {}, init = {}, remove = [], add = {}, when = [] }: RowChange,
): ActionOfKind<"Update"> => {
  const words = new Placeholders();
  const clause = (verb: string, parts: string[]) =>
    parts.length > 0 ? [`${verb} ${parts.join(", ")}`] : [];
  const expression = [
    ...clause("SET", [
      ...Object.entries(set).map(([name, value]) => `${words.name(name)} = ${words.value(value)}`),
      ...Object.entries(init).map(
        ([name, value]) =>
          `${words.name(name)} = if_not_exists(${words.name(name)}, ${words.value(value)})`,
      ),
    ]),
    ...clause(
      "ADD",
      Object.entries(add).map(([name, value]) => `${words.name(name)} ${words.value(value)}`),
    ),
    ...clause(
      "REMOVE",
      remove.map((name) => words.name(name)),
    ),
  ].join(" ");
  return { Update: { Key: key, UpdateExpression: expression, ...conditionFieldsOf(words, when) } };
};
