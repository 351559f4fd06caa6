import { BatchGetCommand, QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import type { Deadline } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import type { Item } from "./expression.ts";
import type { Key } from "./keys.ts";
import { table as layout } from "./table.ts";

export type Range = { readonly pk: string; readonly from?: string; readonly to?: string };
export type Source = { readonly index: true } | { readonly consistent: true };

const queryOf = (TableName: string, { pk, from, to }: Range, source: Source): QueryCommandInput => {
  const keys = "index" in source ? layout.index : layout;
  const bounded = from !== undefined && to !== undefined;
  return {
    TableName,
    ...("index" in source ? { IndexName: layout.index.name } : { ConsistentRead: true }),
    KeyConditionExpression: bounded ? "#pk = :pk AND #sk BETWEEN :from AND :to" : "#pk = :pk",
    ExpressionAttributeNames: { "#pk": keys.partitionKey, ...(bounded ? { "#sk": keys.sortKey } : {}) },
    ExpressionAttributeValues: { ":pk": pk, ...(bounded ? { ":from": from, ":to": to } : {}) },
  };
};

/** Every item of one partition, or of a range of its sort keys, page after page until none is left. */
export const queryAll = async (table: Table, range: Range, deadline: Deadline, source: Source): Promise<Item[]> => {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await table.read(deadline, (options) =>
      table.documents.send(new QueryCommand({ ...queryOf(table.name, range, source), ExclusiveStartKey: start }), options),
    );
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
};

const queryEnd = async (table: Table, span: Required<Range>, limit: number, deadline: Deadline, forward: boolean): Promise<Item[]> => {
  const command = new QueryCommand({ ...queryOf(table.name, span, { index: true }), Limit: limit, ScanIndexForward: forward });
  const { Items: items = [] } = await table.read(deadline, (options) => table.documents.send(command, options));
  return items;
};

/** The first items of a span of the index, at most `limit`, in one query. */
export const queryFirst = (table: Table, span: Required<Range>, limit: number, deadline: Deadline): Promise<Item[]> =>
  queryEnd(table, span, limit, deadline, true);

/** The last items of a span of the index, at most `limit`, the last one first, in one query. */
export const queryLast = (table: Table, span: Required<Range>, limit: number, deadline: Deadline): Promise<Item[]> =>
  queryEnd(table, span, limit, deadline, false);

/** Reads several items, strongly consistent, in one request; items that do not exist are left out. */
export const readItems = (table: Table, keys: readonly Key[], deadline: Deadline): Promise<Item[]> =>
  table.read(deadline, async (options) => {
    const request = { [table.name]: { Keys: [...keys], ConsistentRead: true } };
    const { Responses, UnprocessedKeys } = await table.documents.send(new BatchGetCommand({ RequestItems: request }), options);
    // An item that was not read must not look like one that is not there: the loop reads all of them again.
    if (UnprocessedKeys?.[table.name]) throw Object.assign(new Error("unprocessed keys"), { name: "ThrottlingException" });
    return Responses?.[table.name] ?? [];
  });

/** The item with this key among several. */
export const itemWith = (items: readonly Item[], key: Key): Item | undefined => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
