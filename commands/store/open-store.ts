import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { chooseSite } from "#infra/choose-site.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { runningStages } from "#infra/local/running-stages.ts";
import { settingsFrom, tableNameOf } from "#infra/local/stage-settings.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable, type Table } from "#lib/store/client.ts";
import { refuseFormerTable } from "#lib/store/former-table.ts";
import { isLoopback } from "../contract/address.ts";
import { shapeFaults } from "../table/settings.ts";

/** Command-line options for the store. They override the environment. */
type StoreChoice = {
  readonly site?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly table?: string | undefined;
};

export type OpenStore = {
  readonly site: Site;
  readonly table: Table;
  /** The address of its DynamoDB, or "AWS". */
  readonly address: string;
  /** DynamoDB's description of the table when it was opened. It counts items and bytes every six hours. */
  readonly described: TableDescription;
};

/** The error that asks for a table, and lists the running local stages. */
const unnamedTableError = async () => {
  const stages = await runningStages();
  const lines = stages.map(({ options, dataDir }) => `  ${options}   (data in ${dataDir})`);
  const stagesText =
    lines.length > 0
      ? ["These local stages run:", ...lines].join("\n")
      : "No local stage with such a table runs. npm start starts one, and prints its options.";
  return usageError(
    `Name a table: --endpoint for a local stage, or --table for one on AWS. ${stagesText}`,
  );
};

/** Reads the table's description, so that a wrong address, name or credential is reported before the first scan. */
const describeTable = async (
  endpoint: string | undefined,
  table: string,
): Promise<TableDescription> => {
  const tableText = `table ${table} on ${endpoint ?? "AWS"}`;
  const client = new DynamoDBClient({ maxAttempts: 2, endpoint });
  try {
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: table }));
    return Table;
  } catch (error) {
    const { name, message } = error as Error;
    if (error instanceof ResourceNotFoundException)
      throw new Error(`There is no ${tableText}; name another one with --table.`);
    const hint =
      name === "AccessDeniedException"
        ? "\nThese credentials do not reach it. CI's role reaches only tables whose names begin with Warehouse-<site>-<stage> (.github/staging/rights.json)."
        : "";
    throw new Error(`The ${tableText} cannot be used: ${message || name}${hint}`);
  } finally {
    client.destroy();
  }
};

/**
 * Opens the table of `--table` on AWS, or on the engine at `--endpoint` or DYNAMODB_ENDPOINT.
 * @throws UsageError with the running local stages if no table is named; Error if it cannot be read, or is of 0.2.0
 */
export const openStore = async (choice: StoreChoice): Promise<OpenStore> => {
  const { endpoint = process.env.DYNAMODB_ENDPOINT, table = process.env.TABLE_NAME } = choice;
  const settings = settingsFrom({
    ...process.env,
    PORT: "",
    DYNAMODB_ENDPOINT: endpoint === "memory" ? "" : endpoint,
    TABLE_NAME: table,
  });
  const { dynamodbEndpoint } = settings;
  if (dynamodbEndpoint === undefined && choice.table === undefined) throw await unnamedTableError();
  const site = await chooseSite(choice.site ?? settings.site);
  const name = settings.table ?? tableNameOf(site);
  if (dynamodbEndpoint !== undefined && isLoopback(dynamodbEndpoint)) takeAnyCredentials();
  const described = await describeTable(dynamodbEndpoint, name);
  // A page of an audit may take longer than a request.
  const opened = openTable({ name, endpoint: dynamodbEndpoint, attemptLimit: 30_000 });
  if (shapeFaults(described).length === 0) await refuseFormerTable(opened);
  return { site, table: opened, address: dynamodbEndpoint ?? "AWS", described };
};
