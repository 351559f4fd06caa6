import { type AttributeValue, DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { optionalEnv } from "../env.ts";
import { tableName } from "../store/client.ts";
import { table } from "../store/table.ts";

/** An item as it came: most are operations, of which an audit needs a name alone. */
export type RawItem = Readonly<Record<string, AttributeValue>>;

/**
 * Reads the whole table, or its index, in parallel segments. The rows of one partition come together and in the order of their sort
 * keys; rows that are written meanwhile may be as before or after, so it need not be strongly consistent, which costs twice as much.
 * It has a client of its own: a page is a megabyte, perhaps from far away, so it is not given up after a second; and the SDK may
 * send a read again.
 */
export const scanTable = async (
  segments: number,
  take: (items: readonly RawItem[]) => Promise<void>,
  source: "table" | "index" = "table",
): Promise<void> => {
  const endpoint = optionalEnv("DYNAMODB_ENDPOINT");
  const client = new DynamoDBClient({ maxAttempts: 10, ...(endpoint ? { endpoint } : {}) });
  const readSegment = async (segment: number) => {
    let start: Record<string, AttributeValue> | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: tableName,
          ...(source === "index" ? { IndexName: table.index.name } : {}),
          Segment: segment,
          TotalSegments: segments,
          ExclusiveStartKey: start,
        }),
      );
      await take(page.Items ?? []);
      start = page.LastEvaluatedKey;
    } while (start);
  };
  try {
    await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
  } finally {
    client.destroy();
  }
};
