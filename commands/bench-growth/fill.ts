import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { tableName } from "../stand.ts";
import type { Row } from "./rows.ts";

/**
 * Rows of one request. A transaction of 100 is one commit of the engine and on a file about twice as fast as BatchWriteItem, whose
 * 25 puts are a commit each.
 */
const perRequest = 100;
/** The engine writes one after the other; more requests than this only wait. */
const writers = 3;

function* batches(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < perRequest) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Fills the table past the service. It has a client of its own: the service's gives up after a second and is metered. */
export const fill = async (endpoint: string, rows: Iterable<Row>, done: (rows: number) => void = () => {}): Promise<void> => {
  // Puts may be repeated.
  const client = new DynamoDBClient({ endpoint, maxAttempts: 6, requestHandler: { requestTimeout: 30_000, throwOnRequestTimeout: true } });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const queue = batches(rows);
  const writer = async () => {
    for (const batch of queue) {
      await documents.send(new TransactWriteCommand({ TransactItems: batch.map((Item) => ({ Put: { TableName: tableName, Item } })) }));
      done(batch.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: writers }, writer));
  } finally {
    client.destroy();
  }
};
