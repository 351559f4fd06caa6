import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "#lib/store/client.ts";
import { secondShardPartition } from "#lib/store/keys.ts";
import { tableLayout } from "#lib/store/table.ts";

/** Whether a table of 0.2.0 has places in a second shard. No list shows them until the audit has moved them. */
export const hasSecondShard = async (table: Table): Promise<boolean> => {
  const { index } = tableLayout;
  const query = new QueryCommand({
    TableName: table.name,
    IndexName: index.name,
    KeyConditionExpression: "#partition = :shard",
    ExpressionAttributeNames: { "#partition": index.partitionKey },
    ExpressionAttributeValues: { ":shard": secondShardPartition },
    Select: "COUNT",
    Limit: 1,
  });
  const { Count } = await table.documents.send(query);
  return Count !== 0;
};
