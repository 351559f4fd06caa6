import { ScanCommand, type ScanCommandInput, type ScanCommandOutput } from "@aws-sdk/lib-dynamodb";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { tableLayout as layout } from "#lib/store/table.ts";

/** The time limit for a page, including retries. */
export const pageTimeoutMs = 60_000;

/** Reads the whole table, or its index, page by page. A page has at most 1 MB. `read`: the number of its rows before a filter. */
export const scanTable = async (
  table: Table,
  segments: number,
  takeRows: (rows: readonly TableItem[], read: number) => Promise<void>,
  source: "table" | "index" = "table",
  options: Pick<
    ScanCommandInput,
    "Limit" | "FilterExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
  > = {},
): Promise<void> => {
  const IndexName = source === "index" ? layout.index.name : undefined;
  const readSegment = async (Segment: number) => {
    const segmentInput = {
      TableName: table.name,
      IndexName,
      ...options,
      Segment,
      TotalSegments: segments,
    };
    let ExclusiveStartKey: ScanCommandOutput["LastEvaluatedKey"];
    do {
      const page = new ScanCommand({ ...segmentInput, ExclusiveStartKey });
      const {
        Items = [],
        ScannedCount = 0,
        LastEvaluatedKey,
      } = await table.read(page, deadlineWithin(pageTimeoutMs));
      await takeRows(Items, ScannedCount);
      ExclusiveStartKey = LastEvaluatedKey;
    } while (ExclusiveStartKey);
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
};
