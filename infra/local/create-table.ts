import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { tableLayout } from "#lib/store/table.ts";

const stringAttribute = (name: string) => ({ AttributeName: name, AttributeType: "S" as const });

const keySchemaOf = ({ partitionKey, sortKey }: Record<"partitionKey" | "sortKey", string>) => [
  { AttributeName: partitionKey, KeyType: "HASH" as const },
  { AttributeName: sortKey, KeyType: "RANGE" as const },
];

/** Creates the table, unless it exists. */
export const createTable = async (endpoint: string, name: string): Promise<void> => {
  const client = new DynamoDBClient({ endpoint });
  const { index } = tableLayout;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [
          tableLayout.partitionKey,
          tableLayout.sortKey,
          index.partitionKey,
          index.sortKey,
        ].map(stringAttribute),
        KeySchema: keySchemaOf(tableLayout),
        GlobalSecondaryIndexes: [
          {
            IndexName: index.name,
            KeySchema: keySchemaOf(index),
            Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: [...index.projected] },
          },
        ],
      }),
    );
    // Other engines than the embedded one accept no further change until the table exists.
    await waitUntilTableExists(
      { client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 },
      { TableName: name },
    );
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: tableLayout.timeToLive, Enabled: true },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
};
