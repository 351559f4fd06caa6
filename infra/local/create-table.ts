import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { table } from "#lib/store/table.ts";

const text = (name: string) => ({ AttributeName: name, AttributeType: "S" as const });

const keys = ({ partitionKey, sortKey }: Record<"partitionKey" | "sortKey", string>) => [
  { AttributeName: partitionKey, KeyType: "HASH" as const },
  { AttributeName: sortKey, KeyType: "RANGE" as const },
];

/** Creates the table, unless it exists. */
export const createTable = async (endpoint: string, name: string): Promise<void> => {
  const client = new DynamoDBClient({ endpoint });
  const { index } = table;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [
          table.partitionKey,
          table.sortKey,
          index.partitionKey,
          index.sortKey,
        ].map(text),
        KeySchema: keys(table),
        GlobalSecondaryIndexes: [
          {
            IndexName: index.name,
            KeySchema: keys(index),
            Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: [...index.projected] },
          },
        ],
      }),
    );
    // Other engines than the embedded one accept no other change before that.
    await waitUntilTableExists(
      { client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 },
      { TableName: name },
    );
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: table.timeToLive, Enabled: true },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
};
