import { type AttributeValue, DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import type { Table } from "../store/client.ts";

/** An item as it came: most are operations, of which an audit needs a name alone. */
export type RawItem = Readonly<Record<string, AttributeValue>>;

/**
 * Reads the whole table, strongly consistent, in parallel segments. The rows of one partition come together and in the order of
 * their sort keys; rows that are written meanwhile may be as before or after.
 * It has a client of its own: a page is a megabyte, perhaps from far away, so it is not given up after a second; and the SDK may
 * send a read again.
 */
export const scanTable = async ({ name, endpoint }: Table, segments: number, take: (items: readonly RawItem[]) => void): Promise<void> => {
  const client = new DynamoDBClient({ maxAttempts: 10, ...(endpoint ? { endpoint } : {}) });
  const readSegment = async (segment: number) => {
    let start: Record<string, AttributeValue> | undefined;
    do {
      const page = await client.send(
        new ScanCommand({
          TableName: name,
          ConsistentRead: true,
          Segment: segment,
          TotalSegments: segments,
          ExclusiveStartKey: start,
        }),
      );
      take(page.Items ?? []);
      start = page.LastEvaluatedKey;
    } while (start);
  };
  try {
    await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
  } finally {
    client.destroy();
  }
};
