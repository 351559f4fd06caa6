import {
  DescribeTableCommand,
  type DynamoDBClient,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import { streamView } from "#lib/store/changes.ts";

/** The ARN of a table's stream, if it is on and shows what changes are made of. */
export const streamOf = async (
  client: DynamoDBClient,
  TableName: string,
): Promise<string | undefined> => {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const isOn = Table?.StreamSpecification?.StreamViewType === streamView;
  return isOn ? Table.LatestStreamArn : undefined;
};

/** Switches a table's stream on. */
export const switchStreamOn = (client: DynamoDBClient, TableName: string) =>
  client.send(
    new UpdateTableCommand({
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: streamView },
    }),
  );
