import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "#lib/store/client.ts";
import type { Item } from "#lib/store/expression.ts";
import { table as layout } from "#lib/store/table.ts";

/** Where the reading of a segment continues: after this key. */
export type Position = "start" | "end" | Readonly<Item>;

/** So many segments, each from its start. */
export const wholeTable = (segments: number): Position[] =>
  Array.from({ length: segments }, () => "start");

/** Takes a page of a segment, and where that segment continues. */
export type TakePage = (items: readonly Item[], segment: number, next: Position) => Promise<void>;

/**
 * Reads the whole table, or its index, in parallel segments, each from its position. The rows of one partition come together, in the
 * order of their sort keys. A row that is written meanwhile may come old or new, so strongly consistent reads, which cost twice as much,
 * would not help.
 * It has its own client: a page is a megabyte, perhaps from far away, so it may take longer than a second; and here the SDK may retry.
 */
export const scanTable = async (
  { name, endpoint }: Table,
  positions: readonly Position[],
  take: TakePage,
  source: "table" | "index" = "table",
): Promise<void> => {
  const client = new DynamoDBClient({ maxAttempts: 10, endpoint });
  const documents = DynamoDBDocumentClient.from(client, {
    // A number that JavaScript cannot hold is a fault of its row, not of the page.
    unmarshallOptions: { wrapNumbers: Number },
  });
  const readSegment = async (from: Position, segment: number) => {
    for (let at = from; at !== "end"; ) {
      const page = await documents.send(
        new ScanCommand({
          TableName: name,
          IndexName: source === "index" ? layout.index.name : undefined,
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
