import { QueryCommand, type QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import {
  goodsKey,
  itemsSpan,
  type KeySpan,
  operationsSpan,
  placeSpan,
  refusalSpan,
} from "#lib/store/keys.ts";
import { tableLayout } from "#lib/store/table.ts";
import { pageTimeoutMs, scanTable } from "../audit/scan-table.ts";
import type { ExportKind } from "./export-kinds.ts";

/** A small page keeps memory use low. */
const rowsPerPage = 1_000;

/** `read`: the number of rows that DynamoDB read for these. */
type TakeRows = (rows: readonly TableItem[], read: number) => Promise<void>;

/** Reads a span of the index, page by page. */
const queryPages = async (table: Table, { pk, from, to }: KeySpan, takeRows: TakeRows) => {
  const { name: IndexName, partitionKey, sortKey } = tableLayout.index;
  let ExclusiveStartKey: QueryCommandOutput["LastEvaluatedKey"];
  do {
    const page = new QueryCommand({
      TableName: table.name,
      IndexName,
      KeyConditionExpression: "#pk = :pk AND #sk BETWEEN :from AND :to",
      ExpressionAttributeNames: { "#pk": partitionKey, "#sk": sortKey },
      ExpressionAttributeValues: { ":pk": pk, ":from": from, ":to": to },
      Limit: rowsPerPage,
      ExclusiveStartKey,
    });
    const { Items = [], LastEvaluatedKey } = await table.read(page, deadlineWithin(pageTimeoutMs));
    await takeRows(Items, Items.length);
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
};

/** The rows of these sort keys, whatever their partition. */
const scanSortKeys = (table: Table, { from, to }: Omit<KeySpan, "pk">, takeRows: TakeRows) =>
  scanTable(table, 1, takeRows, "table", {
    Limit: rowsPerPage,
    FilterExpression: "#sk BETWEEN :from AND :to",
    ExpressionAttributeNames: { "#sk": tableLayout.sortKey },
    ExpressionAttributeValues: { ":from": from, ":to": to },
  });

const { sk: goodsRow } = goodsKey("");

/** The kinds whose rows are a span of the index: they cost only their own rows. */
const indexSpans = { places: placeSpan({}), refusals: refusalSpan(0) } as const;

/** The sort keys of the other kinds. DynamoDB reads the whole table for them, and sends only these rows. */
const sortKeys = {
  boxes: itemsSpan(""),
  attachments: { from: goodsRow, to: goodsRow },
  history: operationsSpan({ zongpai: "" }),
} as const;

const isInIndex = (kind: ExportKind): kind is keyof typeof indexSpans => kind in indexSpans;

/** The number of rows that DynamoDB reads for a kind, of so many in the table; 0 if it is not known. */
export const rowsToRead = (kind: ExportKind, all: number): number => (isInIndex(kind) ? 0 : all);

/** Reads the rows that a kind of export needs, page by page. */
export const readRowsOfKind = (
  table: Table,
  kind: ExportKind,
  takeRows: TakeRows,
): Promise<void> =>
  isInIndex(kind)
    ? queryPages(table, indexSpans[kind], takeRows)
    : scanSortKeys(table, sortKeys[kind], takeRows);
