import type { TransactWriteItem } from "@aws-sdk/client-dynamodb";
import type { TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
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

type KeyedPart = {
  readonly Key: TableItem | undefined;
  readonly ExpressionAttributeValues?: TableItem | undefined;
};

const marshalled = (values: TableItem) => marshall(values, { removeUndefinedValues: true });
/** The values of a condition or an update; DynamoDB refuses an empty map. */
const marshalledValues = (values: TableItem | undefined) => values && marshalled(values);

/** The action on a table, as the DynamoDB client takes it. */
export const addressToTable = (TableName: string, action: TransactionAction): TransactWriteItem => {
  if ("Put" in action) {
    const { Item = {}, ExpressionAttributeValues: values, ...rest } = action.Put;
    const put = { Item: marshalled(Item), ExpressionAttributeValues: marshalledValues(values) };
    return { Put: { TableName, ...rest, ...put } };
  }
  const keyed = <Part extends KeyedPart>({
    Key = {},
    ExpressionAttributeValues,
    ...rest
  }: Part) => ({
    ...{ TableName, ...rest, Key: marshalled(Key) },
    ExpressionAttributeValues: marshalledValues(ExpressionAttributeValues),
  });
  if ("Update" in action) return { Update: keyed(action.Update) };
  if ("Delete" in action) return { Delete: keyed(action.Delete) };
  return { ConditionCheck: keyed(action.ConditionCheck) };
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
  readonly setIfAbsent?: Readonly<Record<string, AttributeValue>>;
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
    setIfAbsent: Object.assign({}, ...changes.map(({ setIfAbsent }) => setIfAbsent)),
    remove: changes.flatMap(({ remove = [] }) => remove),
    add,
    when: changes.flatMap(({ when = [] }) => when),
  };
};

/**
 * Attributes whose names an expression may contain as they are. DynamoDB reserves none of them, nor any name with an underscore.
 */
const unreserved = /^(?:pk|sk|rev|boxed|ordered|headroom|quantity|[a-z]+_\w+)$/;

/** The placeholders of one expression, for reserved names of attributes and for values. */
class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values: [string, AttributeValue][] = [];
  forName(attribute: string): string {
    if (unreserved.test(attribute)) return attribute;
    const placeholder = this.#names.get(attribute) ?? `#n${this.#names.size}`;
    this.#names.set(attribute, placeholder);
    return placeholder;
  }
  forValue(value: AttributeValue): string {
    const placeholder = `:v${this.#values.length}`;
    this.#values.push([placeholder, value]);
    return placeholder;
  }
  /** DynamoDB refuses empty lists. */
  get attributes() {
    const names = [...this.#names].map(([attribute, placeholder]) => [placeholder, attribute]);
    return {
      ExpressionAttributeNames: names.length > 0 ? Object.fromEntries(names) : undefined,
      ExpressionAttributeValues:
        this.#values.length > 0 ? Object.fromEntries(this.#values) : undefined,
    };
  }
}

const conditionText = (condition: RowCondition, placeholders: Placeholders): string => {
  if ("absent" in condition)
    return `attribute_not_exists(${placeholders.forName(condition.absent)})`;
  if ("present" in condition) return `attribute_exists(${placeholders.forName(condition.present)})`;
  if ("any" in condition) {
    const alternatives = condition.any.map((one) => conditionText(one, placeholders));
    return `(${alternatives.join(" OR ")})`;
  }
  const { attribute, is, value } = condition;
  return `${placeholders.forName(attribute)} ${is} ${placeholders.forValue(value)}`;
};

const conditionFieldsOf = (placeholders: Placeholders, when: readonly RowCondition[]) => {
  const texts = when.map((condition) => conditionText(condition, placeholders));
  return {
    ConditionExpression: texts.length > 0 ? texts.join(" AND ") : undefined,
    ...placeholders.attributes,
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
};

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

/** One clause of an update expression; DynamoDB refuses a clause without parts. */
const clauseOf = (verb: "SET" | "ADD" | "REMOVE", parts: readonly string[]): string[] =>
  parts.length > 0 ? [`${verb} ${parts.join(", ")}`] : [];

/** Changes attributes of an item if the conditions are true; an item that does not exist is made. */
export const updateAction = (key: TableKey, change: RowChange): ActionOfKind<"Update"> => {
  const { set = {}, setIfAbsent = {}, add = {}, remove = [], when = [] } = change;
  const placeholders = new Placeholders();
  const assignments = Object.entries(set).map(
    ([name, value]) => `${placeholders.forName(name)} = ${placeholders.forValue(value)}`,
  );
  const initialisations = Object.entries(setIfAbsent).map(([attribute, value]) => {
    const name = placeholders.forName(attribute);
    return `${name} = if_not_exists(${name}, ${placeholders.forValue(value)})`;
  });
  const additions = Object.entries(add).map(
    ([name, value]) => `${placeholders.forName(name)} ${placeholders.forValue(value)}`,
  );
  const removals = remove.map((name) => placeholders.forName(name));
  const clauses = [
    ...clauseOf("SET", [...assignments, ...initialisations]),
    ...clauseOf("ADD", additions),
    ...clauseOf("REMOVE", removals),
  ];
  const UpdateExpression = clauses.join(" ");
  return { Update: { Key: key, UpdateExpression, ...conditionFieldsOf(placeholders, when) } };
};
