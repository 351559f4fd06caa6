import { ScanCommand, type ScanCommandOutput } from "@aws-sdk/lib-dynamodb";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { tableLayout as layout } from "#lib/store/table.ts";

/** Milliseconds that a page may take, also in several attempts. */
const pageTimeoutMs = 60_000;

/** Reads the whole table, or its index, page by page; a page of at most so many rows, or of 1 MB. */
export const scanTable = async (
  table: Table,
  segments: number,
  take: (rows: readonly TableItem[]) => Promise<void>,
  source: "table" | "index" = "table",
  Limit?: number,
): Promise<void> => {
  const IndexName = source === "index" ? layout.index.name : undefined;
  const readSegment = async (Segment: number) => {
    const part = { TableName: table.name, IndexName, Limit, Segment, TotalSegments: segments };
    let ExclusiveStartKey: ScanCommandOutput["LastEvaluatedKey"];
    do {
      const page = new ScanCommand({ ...part, ExclusiveStartKey });
      const { Items = [], LastEvaluatedKey } = await table.read(
        page,
        deadlineWithin(pageTimeoutMs),
      );
      await take(Items);
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
};
