import { BatchGetCommand, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Deadline } from "../domain/operation.ts";
import { repeatAttempts, type Table } from "./client.ts";
import type { TableItem } from "./expression.ts";
import type { TableKey } from "./keys.ts";
import { tableLayout } from "./table.ts";

type Span = { readonly pk: string; readonly from: string; readonly to: string };
/** A partition, or a span of it with both ends. */
export type KeyRange = Span | { readonly pk: string; readonly from?: never; readonly to?: never };
/** The index, in its order or backwards, or the table. `only`: the attributes that are read; of the index the sort key, too. */
export type QuerySource = { readonly only?: readonly string[] } & (
  | { readonly index: true; readonly backwards?: true | undefined }
  | { readonly consistent: true }
);

/** The sort key of an entry of the index. */
export const sortKeyOf = (item: TableItem): string => String(item[tableLayout.index.sortKey]);

const queryOf = (
  TableName: string,
  { pk, from, to }: KeyRange,
  source: QuerySource,
): QueryCommandInput => {
  const isIndex = "index" in source;
  const { partitionKey, sortKey } = isIndex ? tableLayout.index : tableLayout;
  const isBounded = from !== undefined;
  const only = isIndex && source.only ? [sortKey, ...source.only] : source.only;
  const projected = Object.fromEntries((only ?? []).map((name) => [`#${name}`, name]));
  const order = isIndex
    ? { IndexName: tableLayout.index.name, ScanIndexForward: !source.backwards }
    : { ConsistentRead: true };
  return {
    TableName,
    ...order,
    KeyConditionExpression: isBounded ? "#pk = :pk AND #sk BETWEEN :from AND :to" : "#pk = :pk",
    ProjectionExpression: only?.map((name) => `#${name}`).join(", "),
    ExpressionAttributeNames: isBounded
      ? { "#pk": partitionKey, "#sk": sortKey, ...projected }
      : { "#pk": partitionKey, ...projected },
    ExpressionAttributeValues: isBounded ? { ":pk": pk, ":from": from, ":to": to } : { ":pk": pk },
  };
};

/** The first items of a range, at most `limit`. A query returns at most 1 MB, so it may take several. */
export const queryFirst = async (
  table: Table,
  range: KeyRange,
  limit: number,
  deadline: Deadline,
  source: QuerySource,
): Promise<TableItem[]> => {
  const items: TableItem[] = [];
  let start: QueryCommandInput["ExclusiveStartKey"];
  do {
    const Limit = Number.isFinite(limit) ? limit - items.length : undefined;
    const query = { ...queryOf(table.name, range, source), Limit, ExclusiveStartKey: start };
    const page = await table.read(new QueryCommand(query), deadline);
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start && items.length < limit);
  return items;
};

/**
 * Counts the first entries of a span of the index, at most `limit`. A query looks at 1 MB at most, so long names may take several.
 * `apart`: the sort keys of attachments, of boxes, and of goods that are not of the area.
 */
export const countFirst = async (
  table: Table,
  span: Span,
  area: string | undefined,
  limit: number,
  deadline: Deadline,
): Promise<{ readonly all: number; readonly apart: string[] }> => {
  const { ExpressionAttributeNames, ExpressionAttributeValues, ...query } = queryOf(
    table.name,
    span,
    { index: true, only: [] },
  );
  const isNoGoods = "attribute_exists(#category) OR attribute_exists(#box_no)";
  const names = { ...ExpressionAttributeNames, "#category": "category", "#box_no": "box_no" };
  const ofAllAreas = {
    ...query,
    FilterExpression: isNoGoods,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues,
  };
  const filtered =
    area === undefined
      ? ofAllAreas
      : {
          ...query,
          FilterExpression: `${isNoGoods} OR #area <> :area`,
          ExpressionAttributeNames: { ...names, "#area": "area" },
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ":area": area },
        };
  const apart: string[] = [];
  let all = 0;
  let start: QueryCommandInput["ExclusiveStartKey"];
  do {
    const part = { ...filtered, Limit: limit - all, ExclusiveStartKey: start };
    const page = await table.read(new QueryCommand(part), deadline);
    all += page.ScannedCount ?? 0;
    apart.push(...(page.Items ?? []).map(sortKeyOf));
    start = page.LastEvaluatedKey;
  } while (start && all < limit);
  return { all, apart };
};

/**
 * Looks at the next so many entries of a span of the index, in one query, and returns those that have an attribute. `last`: the sort key of
 * the last one that it looked at, if there are more.
 */
export const queryHaving = async (
  table: Table,
  span: Span,
  attribute: string,
  only: readonly string[],
  limit: number,
  deadline: Deadline,
): Promise<{ readonly items: readonly TableItem[]; readonly last?: string | undefined }> => {
  const query = queryOf(table.name, span, { index: true, only });
  const command = new QueryCommand({
    ...query,
    Limit: limit,
    FilterExpression: "attribute_exists(#having)",
    ExpressionAttributeNames: { ...query.ExpressionAttributeNames, "#having": attribute },
  });
  const { Items = [], LastEvaluatedKey } = await table.read(command, deadline);
  return { items: Items, last: LastEvaluatedKey && sortKeyOf(LastEvaluatedKey) };
};

/** Every item of a range; from the table, unless a source is given. */
export const queryAll = (
  table: Table,
  range: KeyRange,
  deadline: Deadline,
  source: QuerySource = { consistent: true },
): Promise<TableItem[]> => queryFirst(table, range, Number.POSITIVE_INFINITY, deadline, source);

/** The most keys that one request reads. */
export const mostKeysPerRead = 100;

/** Reads items in the order of their keys, strongly consistent; up to `mostKeysPerRead` of them in one request. */
export const readItems = async (
  table: Table,
  keys: readonly TableKey[],
  deadline: Deadline,
): Promise<(TableItem | undefined)[]> => {
  if (keys.length === 0) return [];
  const [firstItems, otherItems] = await Promise.all([
    readBatch(table, keys.slice(0, mostKeysPerRead), deadline),
    readItems(table, keys.slice(mostKeysPerRead), deadline),
  ]);
  return [...firstItems, ...otherItems];
};

const readBatch = (
  table: Table,
  keys: readonly TableKey[],
  deadline: Deadline,
): Promise<(TableItem | undefined)[]> =>
  repeatAttempts(table.clock, deadline, async () => {
    const request = { [table.name]: { Keys: [...keys], ConsistentRead: true } };
    const command = new BatchGetCommand({ RequestItems: request });
    const { Responses, UnprocessedKeys } = await table.send(command, deadline);
    // An item that was not read must not look like one that is not there.
    if (UnprocessedKeys?.[table.name])
      throw Object.assign(new Error("unprocessed keys"), { name: "ThrottlingException" });
    const items = Responses?.[table.name] ?? [];
    return keys.map((key) => itemWithKey(items, key));
  });

export const itemWithKey = (items: readonly TableItem[], key: TableKey): TableItem | undefined =>
  items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
