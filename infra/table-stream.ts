import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { streamView } from "#lib/store/changes.ts";

/**
 * Switches on a table's stream, unless it is on, and gives its ARN. A template cannot do that on a table that it is given.
 * @throws Error of DynamoDB, also where the table has a stream of another view
 */
export const ensureTableStream = async (
  TableName: string,
  endpoint: string | undefined,
): Promise<string> => {
  const client = new DynamoDBClient({ endpoint });
  const findStreamArn = async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const isOn = Table?.StreamSpecification?.StreamViewType === streamView;
    return (isOn && Table.LatestStreamArn) || "";
  };
  try {
    const streamArn = await findStreamArn();
    if (streamArn) return streamArn;
    const StreamSpecification = { StreamEnabled: true, StreamViewType: streamView } as const;
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await waitUntilTableExists(
      { client, maxWaitTime: 300, minDelay: 1, maxDelay: 5 },
      { TableName },
    );
    return await findStreamArn();
  } finally {
    client.destroy();
  }
};
