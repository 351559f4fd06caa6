import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "@aws-sdk/client-dynamodb";
import type {
  BatchGetCommandInput,
  GetCommandInput,
  PutCommandInput,
  QueryCommandInput,
  ScanCommandInput,
  TransactWriteCommandInput,
  UpdateCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Table } from "#lib/store/client.ts";
import type { Item } from "#lib/store/expression.ts";
import { table as layout } from "#lib/store/table.ts";
import { expressionsOf, invalid, order } from "./memory-expressions.ts";
import { copied, sizeOf, sizeOfItem } from "./memory-items.ts";

const { index, partitionKey: pk, sortKey: sk } = layout;
const keyNames = [pk, sk, index.partitionKey, index.sortKey];
const inIndex = new Set<string>([...keyNames, ...index.projected]);

/** Bytes, as DynamoDB counts them. */
const limits = { [pk]: 2_048, [sk]: 1_024, item: 400 * 1_024, page: 2 ** 20, batch: 2 ** 24 };
const $metadata = { httpStatusCode: 400 };

const textAt = (item: Item | undefined, name: string, most = Number.POSITIVE_INFINITY): string => {
  const text = item?.[name];
  // No unit of UTF-16 takes more than three bytes.
  if (typeof text !== "string" || text === "" || (3 * text.length > most && sizeOf(text) > most))
    throw invalid(`One or more parameter values were invalid: ${name}`);
  return text;
};

/** In the index, where sort keys may be equal, the keys of the item come last. */
type Place = readonly [partition: string, sort: string, keys: string];
type Row = { readonly place: Place; readonly item: Item };
const placeOf = (item: Item | undefined): Place => [
  textAt(item, pk, limits[pk]),
  textAt(item, sk, limits[sk]),
  "",
];
const placeInIndex = (item: Item | undefined): Place | undefined =>
  item?.[index.partitionKey] === undefined || item[index.sortKey] === undefined
    ? undefined
    : [
        textAt(item, index.partitionKey, limits[pk]),
        textAt(item, index.sortKey, limits[sk]),
        placeOf(item).join("\0"),
      ];

/** Items by partition, each in the order of its sort keys. */
class Rows {
  readonly partitions = new Map<string, Row[]>();
  /** Where the first row is that comes at this sort key, or after it. */
  from = (rows: readonly Row[], sort: string, keys = ""): number => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const [, at, itsKeys] = rows[middle]?.place ?? [];
      if ((order(at, sort) || order(itsKeys, keys)) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  get = ([partition, ...at]: Place): Item | undefined => {
    const rows = this.partitions.get(partition) ?? [];
    const row = rows[this.from(rows, ...at)];
    return row?.place[1] === at[0] ? row.item : undefined;
  };
  set = (place: Place, item: Item | undefined): void => {
    const [partition, ...at] = place;
    const rows = this.partitions.get(partition) ?? [];
    const first = this.from(rows, ...at);
    const [, sort, keys] = rows[first]?.place ?? [];
    rows.splice(
      first,
      sort === at[0] && keys === at[1] ? 1 : 0,
      ...(item ? [{ place, item }] : []),
    );
    this.partitions.set(partition, rows);
  };
}

type Write = Partial<PutCommandInput & UpdateCommandInput>;
type Kind = "Put" | "Update" | "Delete" | "ConditionCheck";

/**
 * A table in memory, for tests and for a laptop whose platform has no embedded engine: it takes the commands that the stores and the
 * audit send, and answers and refuses as DynamoDB does. Conflicts and throttling it leaves to whoever injects them; nothing expires.
 */
export class MemoryTable {
  readonly #rows = new Rows();
  readonly #index = new Rows();
  readonly #late: (() => void)[] = [];
  /** After how many later writes the index shows a write. */
  indexLag = 0;

  #store = (place: Place, item: Item | undefined): void => {
    const [before, after] = [placeInIndex(this.#rows.get(place)), placeInIndex(item)];
    this.#rows.set(place, item);
    const shown = Object.entries(item ?? {}).filter(([name]) => inIndex.has(name));
    this.#late.push(() => {
      if (before) this.#index.set(before, undefined);
      if (after) this.#index.set(after, Object.fromEntries(shown));
    });
  };
  #source = (indexName: string | undefined): Rows => {
    if (indexName === undefined) return this.#rows;
    if (indexName !== index.name) throw invalid("The table does not have the specified index");
    for (const arrive of this.#late.splice(0, this.#late.length - this.indexLag)) arrive();
    return this.#index;
  };

  /** Refuses what is not valid by itself, and gives what judges the write, which gives what stores it. */
  #prepared = (kind: Kind, write: Write): { place: Place; judge: () => () => void } => {
    const place = placeOf(write.Key ?? write.Item);
    const { ConditionExpression: condition, UpdateExpression: change } = write;
    const expressions = expressionsOf(write);
    const holds = condition === undefined ? () => true : expressions.condition(condition);
    const after = change === undefined ? (item: Item) => item : expressions.update(change);
    const judge = () => {
      const before = this.#rows.get(place);
      if (!holds(before ?? {}))
        throw new ConditionalCheckFailedException({
          $metadata,
          message: "The conditional request failed",
          ...(before && write.ReturnValuesOnConditionCheckFailure
            ? { Item: marshall(before) }
            : {}),
        });
      if (kind === "ConditionCheck") return () => {};
      const item = copied(kind === "Update" ? after(before ?? { ...write.Key }) : write.Item);
      if (item && placeOf(item).join("\0") !== place.join("\0"))
        throw invalid("Cannot update attribute. This attribute is part of the key");
      if (item && sizeOfItem(item) > limits.item)
        throw invalid("Item size has exceeded the maximum allowed size");
      placeInIndex(item);
      return () => this.#store(place, item);
    };
    return { place, judge };
  };
  #write = (kind: Kind) => (write: Write) => {
    this.#prepared(kind, write).judge()();
    return {};
  };

  #transact = ({ TransactItems = [] }: TransactWriteCommandInput): object => {
    const count = TransactItems.length;
    // Ten items have less than 4 MB.
    if (count === 0 || count > 100 || (count > 10 && sizeOf(TransactItems) > 2 ** 22))
      throw invalid("A transaction has 1 to 100 actions and at most 4 MB");
    const actions = TransactItems.flatMap((action) =>
      Object.entries(action).map(([kind, write]) => this.#prepared(kind as Kind, write)),
    );
    if (new Set(actions.map(({ place }) => place.join("\0"))).size < actions.length)
      throw invalid("Transaction request cannot include multiple operations on one item");
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
    if (stores.length < actions.length)
      throw new TransactionCanceledException({
        $metadata,
        message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
        CancellationReasons,
      });
    for (const store of stores) store();
    return {};
  };

  /** One page of these rows: it ends after `Limit` rows, or with the one that makes it a megabyte, as DynamoDB Local has it. */
  #page = (rows: readonly Row[], asked: QueryCommandInput | ScanCommandInput): object => {
    const { Limit = Number.POSITIVE_INFINITY, FilterExpression, ProjectionExpression } = asked;
    if (Limit < 1) throw invalid("Value at 'Limit' failed to satisfy constraint");
    const { condition, names } = expressionsOf(asked);
    const shows = FilterExpression ? condition(FilterExpression) : () => true;
    const only = ProjectionExpression ? names(ProjectionExpression) : undefined;
    let [read, left] = [0, limits.page];
    for (const { item } of rows.slice(0, Limit)) {
      read += 1;
      left -= sizeOfItem(item);
      if (left <= 0) break;
    }
    const last = read === Limit || read < rows.length ? rows[read - 1]?.item : undefined;
    const part = (item: Item, wanted: readonly string[]): Item =>
      Object.fromEntries(
        wanted.filter((name) => name in item).map((name) => [name, copied(item[name])]),
      );
    const items = rows
      .slice(0, read)
      .flatMap(({ item }) => (shows(item) ? [part(item, only ?? Object.keys(item))] : []));
    return {
      Count: items.length,
      ScannedCount: read,
      ...(asked.Select === "COUNT" ? {} : { Items: items }),
      ...(last && { LastEvaluatedKey: part(last, asked.IndexName ? keyNames : [pk, sk]) }),
    };
  };

  #query = (asked: QueryCommandInput): object => {
    const { IndexName, ExclusiveStartKey: start, ScanIndexForward: forward = true } = asked;
    if (IndexName && asked.ConsistentRead)
      throw invalid("Consistent reads are not supported on global secondary indexes");
    const source = this.#source(IndexName);
    const names = IndexName ? index : layout;
    const { partition, span } = expressionsOf(asked).bounds(asked.KeyConditionExpression ?? "");
    if (partition.name !== names.partitionKey || (span && span.name !== names.sortKey))
      throw invalid("Query condition missed key schema element");
    const rows = source.partitions.get(String(partition.is)) ?? [];
    let low = span ? source.from(rows, String(span.from)) : 0;
    let high = span ? source.from(rows, `${span.to}\0`) : rows.length;
    const [, after, keys] = (start && (IndexName ? placeInIndex(start) : placeOf(start))) ?? [];
    if (after !== undefined && forward) low = Math.max(low, source.from(rows, after, `${keys}\0`));
    if (after !== undefined && !forward) high = Math.min(high, source.from(rows, after, keys));
    const left = rows.slice(low, Math.max(low, high));
    return this.#page(forward ? left : left.reverse(), asked);
  };

  #scan = (asked: ScanCommandInput): object => {
    const { IndexName, ExclusiveStartKey: start, Segment = 0, TotalSegments = 1 } = asked;
    const after = start && (IndexName ? placeInIndex(start) : placeOf(start));
    const between = (one: Place, other: Place) =>
      order(one[0], other[0]) || order(one[1], other[1]) || order(one[2], other[2]);
    const rows = [...this.#source(IndexName).partitions]
      .filter(([name]) => sizeOf(name) % TotalSegments === Segment)
      .flatMap(([, part]) => part)
      .filter(({ place }) => !after || between(place, after) > 0)
      .toSorted((one, other) => between(one.place, other.place));
    return this.#page(rows, asked);
  };

  #batchGet = ({ RequestItems = {} }: BatchGetCommandInput): object => {
    const [[name, { Keys = [] }] = ["", {}]] = Object.entries(RequestItems);
    const places = Keys.map(placeOf);
    if (new Set(places.map((place) => place.join("\0"))).size < places.length)
      throw invalid("Provided list of item keys contains duplicates");
    if (places.length === 0 || places.length > 100)
      throw invalid("Too many items requested for the BatchGetItem call");
    const items = places.map((place) => copied(this.#rows.get(place)));
    // Of more than 16 MB the first half is answered.
    const read = sizeOf(items) > limits.batch ? places.length >> 1 : places.length;
    return {
      Responses: { [name]: items.slice(0, read).filter(Boolean) },
      UnprocessedKeys: read < Keys.length ? { [name]: { Keys: Keys.slice(read) } } : {},
    };
  };

  readonly #answers: Readonly<Record<string, (input: never) => object>> = {
    BatchGetItemCommand: this.#batchGet,
    DeleteItemCommand: this.#write("Delete"),
    GetItemCommand: ({ Key }: GetCommandInput) => ({ Item: copied(this.#rows.get(placeOf(Key))) }),
    PutItemCommand: this.#write("Put"),
    QueryCommand: this.#query,
    ScanCommand: this.#scan,
    TransactWriteItemsCommand: this.#transact,
    UpdateItemCommand: this.#write("Update"),
  };

  /** The output of a command, or what DynamoDB would throw. */
  ask = (commandName: string, input: object): object => {
    const answer = this.#answers[commandName];
    if (!answer) throw invalid(`A table in memory does not take ${commandName}`);
    return answer(input as never);
  };

  /** Answers every command of this table from now on, in place of DynamoDB. Several tables may share the rows, as functions do. */
  answer = ({ documents }: Pick<Table, "documents">): void =>
    documents.middlewareStack.add(
      (_, { commandName = "" }) =>
        async ({ input }) => ({
          output: { ...this.ask(commandName, input), $metadata: {} } as never,
          response: {},
        }),
      { step: "initialize", priority: "low", name: "memoryTable" },
    );
}
