import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "#lib/store/client.ts";
import { tableLayout } from "#lib/store/table.ts";

/** The partition of 0.2.0's second shard. If 0.2.0 wrote some dozens of places in several shards, some are in this one. */
const secondShard = "P#1";

/** Whether a table of 0.2.0 has places in a second shard. No list shows them until the audit has moved them. */
export const hasSecondShard = async (table: Table): Promise<boolean> => {
  const { index } = tableLayout;
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: index.name,
    KeyConditionExpression: "#partition = :shard",
    ExpressionAttributeNames: { "#partition": index.partitionKey },
    ExpressionAttributeValues: { ":shard": secondShard },
    Select: "COUNT",
    Limit: 1,
  });
  const { Count } = await table.documents.send(query);
  return Count !== 0;
};
