import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import type {
  BatchGetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  ScanCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { tableLayout as layout } from "#lib/store/table.ts";
import { compareValues, expressionsOf, validationError } from "./memory-expressions.ts";

const { index, partitionKey: pk, sortKey: sk } = layout;
const tableKeys = [pk, sk];
/** Items may have the same keys in the index: those of the table come last. */
const indexKeys = [index.partitionKey, index.sortKey, pk, sk];
const indexAttributes = [...indexKeys, ...index.projected];

/** Bytes, as DynamoDB counts them. */
const limitBytes = { item: 400 * 1_024, page: 2 ** 20, transaction: 2 ** 22, batch: 2 ** 24 };
const longestKeyBytes = {
  [pk]: 2_048,
  [sk]: 1_024,
  [index.partitionKey]: 2_048,
  [index.sortKey]: 1_024,
};
const $metadata = { httpStatusCode: 400 };

/** Bytes, as DynamoDB counts them. */
const sizeOf = (value: unknown): number => {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + sizeOf(part), 0);
};
/** A copy without what is undefined, as it would be read. */
const copyAsRead = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
const pickAttributes = (item: TableItem, names: readonly string[]): TableItem =>
  Object.fromEntries(names.map((name) => [name, item[name]]));

/** Tells an item from all others. @throws when a key is not valid, or one of the table's is missing */
const nameOf = (item: TableItem = {}): string => {
  for (const [name, most] of Object.entries(longestKeyBytes)) {
    const { [name]: text = tableKeys.some((key) => key === name) ? "" : "none" } = item;
    if (typeof text !== "string" || text === "" || sizeOf(text) > most)
      throw validationError(`One or more parameter values were invalid: ${name}`);
  }
  return `${item[pk]}\0${item[sk]}`;
};
const setIn = (items: Map<string, TableItem>, name: string, item: TableItem | undefined): void =>
  void (item ? items.set(name, item) : items.delete(name));

type CommandInput = Partial<
  BatchGetCommandInput &
    PutCommandInput &
    QueryCommandInput &
    ScanCommandInput &
    TransactWriteCommandInput &
    UpdateCommandInput
>;
type WriteKind = "Put" | "Update" | "Delete" | "ConditionCheck";

/**
 * A table in memory, for tests and for a laptop whose platform has no embedded engine: it takes the commands that the stores and the
 * audit send, and answers and refuses as DynamoDB does. Conflicts and throttling it leaves to whoever injects them; nothing expires.
 */
export class MemoryTable {
  readonly #items = new Map<string, TableItem>();
  /** As the index knows them, and what it has not seen yet. */
  readonly #known = new Map<string, TableItem>();
  readonly #late: (readonly [name: string, item: TableItem | undefined])[] = [];
  /** After how many later writes the index shows a write. */
  indexLag = 0;

  /** Refuses what is not valid by itself, and gives what judges the write, which gives what stores it. */
  #prepared = (kind: WriteKind, write: CommandInput): { name: string; judge: () => () => void } => {
    const name = nameOf(write.Key ?? write.Item);
    const { ConditionExpression: condition, UpdateExpression: change } = write;
    const expressions = expressionsOf(write);
    const holds = condition === undefined ? () => true : expressions.condition(condition);
    const after = change === undefined ? (item: TableItem) => item : expressions.update(change);
    const judge = () => {
      const before = this.#items.get(name);
      if (!holds(before ?? {}))
        throw new ConditionalCheckFailedException({
          ...{ $metadata, message: "The conditional request failed" },
          ...(before && write.ReturnValuesOnConditionCheckFailure && { Item: marshall(before) }),
        });
      if (kind === "ConditionCheck") return () => {};
      const item = kind === "Update" ? copyAsRead(after(before ?? { ...write.Key })) : write.Item;
      if (item && nameOf(item) !== name)
        throw validationError("Cannot update attribute. This attribute is part of the key");
      if (sizeOf(item) > limitBytes.item)
        throw validationError("Item size has exceeded the maximum allowed size");
      return () => {
        setIn(this.#items, name, item);
        this.#late.push([name, item]);
      };
    };
    return { name, judge };
  };
  #write = (kind: WriteKind) => (write: CommandInput) => {
    this.#prepared(kind, write).judge()();
    return {};
  };

  #transact = ({ TransactItems = [] }: CommandInput): object => {
    const count = TransactItems.length;
    // Ten items have less than 4 MB.
    if (
      count === 0 ||
      count > 100 ||
      (count > 10 && sizeOf(TransactItems) > limitBytes.transaction)
    )
      throw validationError("A transaction has 1 to 100 actions and at most 4 MB");
    const actions = TransactItems.flatMap((action) =>
      Object.entries(action).map(([kind, write]) => this.#prepared(kind as WriteKind, write)),
    );
    if (new Set(actions.map(({ name }) => name)).size < count)
      throw validationError("Transaction request cannot include multiple operations on one item");
    const stores: (() => void)[] = [];
    const CancellationReasons = actions.map(({ judge }) => {
      try {
        stores.push(judge());
        return { Code: "None" };
      } catch (error) {
        const { message: Message } = error as Error;
        return error instanceof ConditionalCheckFailedException
          ? { Code: "ConditionalCheckFailed", Message, Item: error.Item }
          : { Code: "ValidationError", Message };
      }
    });
    const codes = CancellationReasons.map(({ Code }) => Code).join(", ");
    if (stores.length < count)
      throw new TransactionCanceledException({
        $metadata,
        message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
        CancellationReasons,
      });
    for (const store of stores) store();
    return {};
  };

  /** One page of such items: it ends after `Limit` items, or with the one that makes it a megabyte, as DynamoDB Local has it. */
  #page = (asked: CommandInput, isWanted: (item: TableItem) => boolean): object => {
    const { IndexName, ExclusiveStartKey: start, ScanIndexForward = true, Limit = 1e9 } = asked;
    if (Limit < 1) throw validationError("Value at 'Limit' failed to satisfy constraint");
    if (IndexName !== undefined && IndexName !== index.name)
      throw validationError("The table does not have the specified index");
    const seen = IndexName ? this.#late.splice(0, this.#late.length - this.indexLag) : [];
    for (const [name, item] of seen) setIn(this.#known, name, item);
    const [source, keys] = IndexName ? [this.#known, indexKeys] : [this.#items, tableKeys];
    const between = (one: TableItem, other: TableItem) =>
      (keys.map((key) => compareValues(one[key], other[key])).find(Boolean) ?? 0) *
      (ScanIndexForward ? 1 : -1);
    const wanted = [...source.values()]
      .filter((item) => isWanted(item) && keys.every((key) => key in item))
      .filter((item) => !start || between(item, start) > 0)
      .sort(between);
    const most = wanted
      .slice(0, Limit)
      .map((item) => (IndexName ? pickAttributes(item, indexAttributes) : item));
    let left = limitBytes.page;
    const read = most.filter((item) => {
      const isRead = left > 0;
      left -= sizeOf(item);
      return isRead;
    });
    const last = read.length === Limit || read.length < wanted.length ? read.at(-1) : undefined;

    const { FilterExpression: filter, ProjectionExpression: projection, Select } = asked;
    const { condition, names } = expressionsOf(asked);
    const shown = read.filter(filter ? condition(filter) : () => true);
    const only = projection && names(projection);
    const Items = only ? shown.map((item) => pickAttributes(item, only)) : shown;
    return {
      ...{ Count: shown.length, ScannedCount: read.length },
      ...(Select === "COUNT" ? {} : { Items }),
      ...(last && { LastEvaluatedKey: pickAttributes(last, keys) }),
    };
  };

  #query = (asked: CommandInput): object => {
    const { IndexName, ConsistentRead, KeyConditionExpression = "" } = asked;
    if (IndexName && ConsistentRead)
      throw validationError("Consistent reads are not supported on global secondary indexes");
    const { partitionKey, sortKey } = IndexName ? index : layout;
    const { partition, span } = expressionsOf(asked).bounds(KeyConditionExpression);
    if (partition.name !== partitionKey || (span && span.name !== sortKey))
      throw validationError("Query condition missed key schema element");
    const isWithin = (key: unknown) =>
      !span || (compareValues(key, span.from) >= 0 && compareValues(key, span.to) <= 0);
    return this.#page(
      asked,
      ({ [partitionKey]: there, [sortKey]: key }) => there === partition.is && isWithin(key),
    );
  };

  #scan = ({ Segment = 0, TotalSegments = 1, ...asked }: CommandInput): object =>
    this.#page(asked, (item) => sizeOf(item[pk]) % TotalSegments === Segment);

  #batchGet = ({ RequestItems = {} }: CommandInput): object => {
    const [[name, { Keys = [] }] = ["", {}]] = Object.entries(RequestItems);
    if (new Set(Keys.map(nameOf)).size < Keys.length)
      throw validationError("Provided list of item keys contains duplicates");
    if (Keys.length === 0 || Keys.length > 100)
      throw validationError("Too many items requested for the BatchGetItem call");
    const items = Keys.map((key) => this.#items.get(nameOf(key)));
    // Of more than 16 MB the first half is answered.
    const read = sizeOf(items) > limitBytes.batch ? Keys.length >> 1 : Keys.length;
    return {
      Responses: { [name]: items.slice(0, read).filter(Boolean) },
      UnprocessedKeys: read < Keys.length ? { [name]: { Keys: Keys.slice(read) } } : {},
    };
  };

  readonly #answers: Readonly<Record<string, (asked: CommandInput) => object>> = {
    BatchGetItemCommand: this.#batchGet,
    DeleteItemCommand: this.#write("Delete"),
    GetItemCommand: ({ Key }) => ({ Item: this.#items.get(nameOf(Key)) }),
    PutItemCommand: this.#write("Put"),
    QueryCommand: this.#query,
    ScanCommand: this.#scan,
    TransactWriteItemsCommand: this.#transact,
    UpdateItemCommand: this.#write("Update"),
  };

  /** The output of a command, or what DynamoDB would throw. */
  runCommand = (commandName: string, input: object): object => {
    const answer = this.#answers[commandName];
    if (!answer) throw validationError(`A table in memory does not take ${commandName}`);
    return copyAsRead(answer(copyAsRead(input)));
  };

  /** Answers every command of this table from now on, in place of DynamoDB. Several tables may share the rows, as functions do. */
  answerCommandsOf = ({ documents }: Pick<Table, "documents">): void =>
    documents.middlewareStack.add(
      (_, { commandName = "" }) =>
        async ({ input }) => ({
          output: { ...this.runCommand(commandName, input), $metadata: {} },
          response: {},
        }),
      { step: "initialize", priority: "low", name: "memoryTable" },
    );
}
