import { type AttributeValue, DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import type { Table } from "../store/client.ts";
import { table as layout } from "../store/table.ts";

/** An item as it came: most are operations, which an audit skips. */
export type RawItem = Readonly<Record<string, AttributeValue>>;

/** Where the reading of a segment goes on: after this key. */
export type Position = "start" | "end" | RawItem;

/** Given a page of a segment, and where that segment goes on. */
export type TakePage = (items: readonly RawItem[], segment: number, next: Position) => Promise<void>;

/**
 * Reads the whole table, or its index, in parallel segments from their positions. The rows of one partition come together and in the
 * order of their sort keys; rows that are written meanwhile may be as before or after, so it need not be strongly consistent, which
 * costs twice as much.
 * It has a client of its own: a page is a megabyte, perhaps from far away, so it is not given up after a second; and the SDK may
 * send a read again.
 */
export const scanTable = async (
  { name, endpoint }: Table,
  positions: readonly Position[],
  take: TakePage,
  source: "table" | "index" = "table",
): Promise<void> => {
  const client = new DynamoDBClient({ maxAttempts: 10, ...(endpoint ? { endpoint } : {}) });
  const readSegment = async (from: Position, segment: number) => {
    for (let at = from; at !== "end"; ) {
      const page = await client.send(
        new ScanCommand({
          TableName: name,
          ...(source === "index" ? { IndexName: layout.index.name } : {}),
          Segment: segment,
          TotalSegments: positions.length,
          ExclusiveStartKey: at === "start" ? undefined : { ...at },
        }),
      );
      at = page.LastEvaluatedKey ?? "end";
      await take(page.Items ?? [], segment, at);
    }
  };
  try {
    await Promise.all([...positions].map(readSegment));
  } finally {
    client.destroy();
  }
};
