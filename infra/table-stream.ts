import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { streamView } from "#lib/store/changes.ts";

/**
 * The ARN of a table's stream, which is switched on unless it is: a template cannot do that on a table that it is given.
 * @throws Error of DynamoDB, also where the table has a stream of another view
 */
export const ensureTableStream = async (
  TableName: string,
  endpoint: string | undefined,
): Promise<string> => {
  const client = new DynamoDBClient({ endpoint });
  const described = async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const isOn = Table?.StreamSpecification?.StreamViewType === streamView;
    return (isOn && Table.LatestStreamArn) || "";
  };
  try {
    const found = await described();
    if (found) return found;
    const StreamSpecification = { StreamEnabled: true, StreamViewType: streamView } as const;
    await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
    await waitUntilTableExists(
      { client, maxWaitTime: 300, minDelay: 1, maxDelay: 5 },
      { TableName },
    );
    return await described();
  } finally {
    client.destroy();
  }
};
