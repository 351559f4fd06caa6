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
import { tableLayout } from "#lib/store/table.ts";
import { addStep } from "./command-steps.ts";
import { compareValues, expressionsOf, validationError } from "./memory-expressions.ts";

const { index, partitionKey: pk, sortKey: sk } = tableLayout;
const tableKeys = [pk, sk];
/** Items can share the keys of the index, so the table's keys come last. */
const indexKeys = [index.partitionKey, index.sortKey, pk, sk];
const indexAttributes = [...indexKeys, ...index.projected];

/** DynamoDB's limits. */
const limitBytes = { item: 400 * 1_024, page: 2 ** 20, transaction: 2 ** 22, batch: 2 ** 24 };
const longestKeyBytes = {
  [pk]: 2_048,
  [sk]: 1_024,
  [index.partitionKey]: 2_048,
  [index.sortKey]: 1_024,
};
const $metadata = { httpStatusCode: 400 };

/** The bytes of a value, as DynamoDB counts them. */
const sizeOf = (value: unknown): number => {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (typeof value === "number") return Math.ceil(String(value).length / 2) + 1;
  if (typeof value !== "object" || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, part]) => sum + name.length + sizeOf(part), 0);
};

/** A copy without undefined attributes, as DynamoDB would give it. */
const copyAsRead = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const pickAttributes = (item: TableItem, names: readonly string[]): TableItem =>
  Object.fromEntries(names.map((name) => [name, item[name]]));

const isValidKey = (value: unknown, longestBytes: number): boolean =>
  typeof value === "string" && value !== "" && sizeOf(value) <= longestBytes;

/** The identity of an item, from the table's keys. @throws when a key is not valid, or one of the table's is missing */
const itemIdOf = (item: TableItem = {}): string => {
  for (const [name, longestBytes] of Object.entries(longestKeyBytes)) {
    const mayBeMissing = !tableKeys.some((key) => key === name);
    if (item[name] === undefined && mayBeMissing) continue;
    if (!isValidKey(item[name], longestBytes))
      throw validationError(`One or more parameter values were invalid: ${name}`);
  }
  return `${item[pk]}\0${item[sk]}`;
};

/** Stores an item, or removes it where there is none after the write. */
const storeItem = (items: Map<string, TableItem>, id: string, item: TableItem | undefined) => {
  if (item) items.set(id, item);
  else items.delete(id);
};

/** A write that is valid by itself. `judge` checks it against the table, and gives the function that stores it. */
type PreparedWrite = { readonly id: string; readonly judge: () => () => void };

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
 * A table in memory, for tests and for a laptop whose platform has no embedded engine. It takes the commands that the stores and the
 * audit send, and answers and refuses as DynamoDB does. Tests inject conflicts and throttling; nothing expires.
 */
export class MemoryTable {
  readonly #items = new Map<string, TableItem>();
  /** The items as the index has them. */
  readonly #indexItems = new Map<string, TableItem>();
  /** Writes that the index does not have yet. */
  readonly #indexBacklog: (readonly [id: string, item: TableItem | undefined])[] = [];
  /** After how many later writes the index shows a write. */
  indexLag = 0;

  #prepareWrite = (kind: WriteKind, write: CommandInput): PreparedWrite => {
    const id = itemIdOf(write.Key ?? write.Item);
    const { ConditionExpression: condition, UpdateExpression: update } = write;
    const { parseCondition, parseUpdate } = expressionsOf(write);
    const holds = condition === undefined ? () => true : parseCondition(condition);
    const updated = update === undefined ? (item: TableItem) => item : parseUpdate(update);
    const judge = () => {
      const before = this.#items.get(id);
      if (!holds(before ?? {})) {
        const returned = before && write.ReturnValuesOnConditionCheckFailure && marshall(before);
        throw new ConditionalCheckFailedException({
          ...{ $metadata, message: "The conditional request failed" },
          ...(returned && { Item: returned }),
        });
      }
      if (kind === "ConditionCheck") return () => {};
      const item = kind === "Update" ? copyAsRead(updated(before ?? { ...write.Key })) : write.Item;
      if (item && itemIdOf(item) !== id)
        throw validationError("Cannot update attribute. This attribute is part of the key");
      if (sizeOf(item) > limitBytes.item)
        throw validationError("Item size has exceeded the maximum allowed size");
      return () => {
        storeItem(this.#items, id, item);
        this.#indexBacklog.push([id, item]);
      };
    };
    return { id, judge };
  };

  #write = (kind: WriteKind) => (write: CommandInput) => {
    const store = this.#prepareWrite(kind, write).judge();
    store();
    return {};
  };

  #transact = ({ TransactItems = [] }: CommandInput): object => {
    const count = TransactItems.length;
    // Ten items have less than 4 MB, so their size is not counted.
    const isTooLarge = count > 10 && sizeOf(TransactItems) > limitBytes.transaction;
    if (count === 0 || count > 100 || isTooLarge)
      throw validationError("A transaction has 1 to 100 actions and at most 4 MB");
    const actions = TransactItems.flatMap((action) =>
      Object.entries(action).map(([kind, write]) => this.#prepareWrite(kind as WriteKind, write)),
    );
    if (new Set(actions.map(({ id }) => id)).size < count)
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

  /** Brings the index up to date, except for the last `indexLag` writes. */
  #catchUpIndex = (): void => {
    const seen = this.#indexBacklog.splice(0, this.#indexBacklog.length - this.indexLag);
    for (const [id, item] of seen) storeItem(this.#indexItems, id, item);
  };

  /** One page of the wanted items. It ends after `Limit` items, or with the item that makes it a megabyte, as in DynamoDB Local. */
  #page = (request: CommandInput, isWanted: (item: TableItem) => boolean): object => {
    const { IndexName, ExclusiveStartKey: start, ScanIndexForward = true, Limit = 1e9 } = request;
    if (Limit < 1) throw validationError("Value at 'Limit' failed to satisfy constraint");
    if (IndexName !== undefined && IndexName !== index.name)
      throw validationError("The table does not have the specified index");
    if (IndexName) this.#catchUpIndex();
    const [source, keys] = IndexName ? [this.#indexItems, indexKeys] : [this.#items, tableKeys];
    const direction = ScanIndexForward ? 1 : -1;
    const compareItems = (one: TableItem, other: TableItem) => {
      const order = keys.map((key) => compareValues(one[key], other[key])).find(Boolean) ?? 0;
      return order * direction;
    };
    const wanted = [...source.values()]
      .filter((item) => isWanted(item) && keys.every((key) => key in item))
      .filter((item) => !start || compareItems(item, start) > 0)
      .sort(compareItems);
    const withinLimit = wanted
      .slice(0, Limit)
      .map((item) => (IndexName ? pickAttributes(item, indexAttributes) : item));
    let bytesLeft = limitBytes.page;
    const read = withinLimit.filter((item) => {
      const isRead = bytesLeft > 0;
      bytesLeft -= sizeOf(item);
      return isRead;
    });
    const hasMore = read.length === Limit || read.length < wanted.length;
    const last = hasMore ? read.at(-1) : undefined;

    const { FilterExpression: filter, ProjectionExpression: projection, Select } = request;
    const { parseCondition, parseProjection } = expressionsOf(request);
    const shown = read.filter(filter ? parseCondition(filter) : () => true);
    const names = projection && parseProjection(projection);
    const Items = names ? shown.map((item) => pickAttributes(item, names)) : shown;
    return {
      ...{ Count: shown.length, ScannedCount: read.length },
      ...(Select === "COUNT" ? {} : { Items }),
      ...(last && { LastEvaluatedKey: pickAttributes(last, keys) }),
    };
  };

  #query = (request: CommandInput): object => {
    const { IndexName, ConsistentRead, KeyConditionExpression = "" } = request;
    if (IndexName && ConsistentRead)
      throw validationError("Consistent reads are not supported on global secondary indexes");
    const { partitionKey, sortKey } = IndexName ? index : tableLayout;
    const { parseKeyCondition } = expressionsOf(request);
    const { partition, span } = parseKeyCondition(KeyConditionExpression);
    if (partition.name !== partitionKey || (span && span.name !== sortKey))
      throw validationError("Query condition missed key schema element");
    const isInSpan = (key: unknown) =>
      !span || (compareValues(key, span.from) >= 0 && compareValues(key, span.to) <= 0);
    return this.#page(
      request,
      (item) => item[partitionKey] === partition.value && isInSpan(item[sortKey]),
    );
  };

  #scan = ({ Segment = 0, TotalSegments = 1, ...request }: CommandInput): object =>
    this.#page(request, (item) => sizeOf(item[pk]) % TotalSegments === Segment);

  #batchGet = ({ RequestItems = {} }: CommandInput): object => {
    const [[name, { Keys = [] }] = ["", {}]] = Object.entries(RequestItems);
    const ids = Keys.map(itemIdOf);
    if (new Set(ids).size < Keys.length)
      throw validationError("Provided list of item keys contains duplicates");
    if (Keys.length === 0 || Keys.length > 100)
      throw validationError("Too many items requested for the BatchGetItem call");
    const items = ids.map((id) => this.#items.get(id));
    // If the items have more than 16 MB, the first half is answered.
    const readCount = sizeOf(items) > limitBytes.batch ? Keys.length >> 1 : Keys.length;
    const unprocessed = Keys.slice(readCount);
    return {
      Responses: { [name]: items.slice(0, readCount).filter(Boolean) },
      UnprocessedKeys: unprocessed.length > 0 ? { [name]: { Keys: unprocessed } } : {},
    };
  };

  readonly #answerOfCommand: Readonly<Record<string, (request: CommandInput) => object>> = {
    BatchGetItemCommand: this.#batchGet,
    DeleteItemCommand: this.#write("Delete"),
    GetItemCommand: ({ Key }) => ({ Item: this.#items.get(itemIdOf(Key)) }),
    PutItemCommand: this.#write("Put"),
    QueryCommand: this.#query,
    ScanCommand: this.#scan,
    TransactWriteItemsCommand: this.#transact,
    UpdateItemCommand: this.#write("Update"),
  };

  /** Forgets all rows. */
  forget = (): void => {
    this.#items.clear();
    this.#indexItems.clear();
    this.#indexBacklog.length = 0;
  };

  /** The output of a command, or what DynamoDB would throw. */
  runCommand = (commandName: string, input: object): object => {
    const answer = this.#answerOfCommand[commandName];
    if (!answer) throw validationError(`A table in memory does not take ${commandName}`);
    return copyAsRead(answer(copyAsRead(input)));
  };

  /** Answers every command of this table from now on, in place of DynamoDB. Several tables may share the rows, as functions do. */
  answerCommandsOf = (table: Pick<Table, "documents" | "transactions">): void =>
    addStep(
      table,
      ({ plain }) =>
        <In extends object, Out extends object>(_: unknown, { commandName = "" }) =>
        async ({ input }: { input: In }) => ({
          output: { ...this.runCommand(commandName, plain(input)), $metadata: {} } as Out & object,
          response: {},
        }),
      { priority: "low", name: "memoryTable" },
    );
}
