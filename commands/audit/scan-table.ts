import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Table } from "#lib/store/client.ts";
import type { Item } from "#lib/store/expression.ts";
import { table as layout } from "#lib/store/table.ts";

/** Reads the whole table, or its index, page by page; with a client of its own, because a page may take longer than a request. */
export const scanTable = async (
  { name, endpoint }: Table,
  segments: number,
  take: (rows: readonly Item[]) => Promise<void>,
  source: "table" | "index" = "table",
): Promise<void> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 10, endpoint }));
  const IndexName = source === "index" ? layout.index.name : undefined;
  const readSegment = async (Segment: number) => {
    const part = { TableName: name, IndexName, Segment, TotalSegments: segments };
    for await (const { Items = [] } of paginateScan({ client }, part)) await take(Items);
  };
  try {
    await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
  } finally {
    client.destroy();
  }
};
