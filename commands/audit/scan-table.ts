import { ScanCommand, type ScanCommandOutput } from "@aws-sdk/lib-dynamodb";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { tableLayout as layout } from "#lib/store/table.ts";

/** The time limit for a page, including retries. */
const pageTimeoutMs = 60_000;

/** Reads the whole table, or its index, page by page. A page has at most `Limit` rows, or 1 MB. */
export const scanTable = async (
  table: Table,
  segments: number,
  takeRows: (rows: readonly TableItem[]) => Promise<void>,
  source: "table" | "index" = "table",
  Limit?: number,
): Promise<void> => {
  const IndexName = source === "index" ? layout.index.name : undefined;
  const readSegment = async (Segment: number) => {
    const segmentInput = {
      TableName: table.name,
      IndexName,
      Limit,
      Segment,
      TotalSegments: segments,
    };
    let ExclusiveStartKey: ScanCommandOutput["LastEvaluatedKey"];
    do {
      const page = new ScanCommand({ ...segmentInput, ExclusiveStartKey });
      const { Items = [], LastEvaluatedKey } = await table.read(
        page,
        deadlineWithin(pageTimeoutMs),
      );
      await takeRows(Items);
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
};
