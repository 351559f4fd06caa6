import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { chooseSite } from "#infra/choose-site.ts";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { type Settings, settingsFrom } from "#infra/local/settings.ts";
import type { Site } from "#lib/site/schema.ts";
import { openTable, type Table } from "#lib/store/client.ts";
import { isLoopback } from "../contract/address.ts";
import { localStore, type Reached, tableOf } from "./local-store.ts";

/** What the command line says of the store, in place of the environment. */
type StoreChoice = {
  readonly site?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly table?: string | undefined;
};

/** A store that may be used until it is disposed of. */
export type OpenStore = AsyncDisposable & {
  readonly site: Site;
  readonly table: Table;
  /** Its address, or "AWS". */
  readonly where: string;
  /** How DynamoDB describes the table when it is opened; it counts items and bytes every six hours. */
  readonly described: TableDescription;
};

/** On an endpoint or on AWS. */
const namedStore = async (settings: Settings, named = settings.site): Promise<Reached> => {
  const site = await chooseSite(named);
  return { site, endpoint: settings.dynamodbEndpoint, table: tableOf(site, settings) };
};

/** Asks for the table once, so that a wrong address, name or credential is reported before anything repeats. */
const describedIn = async ({ endpoint, table }: Reached): Promise<TableDescription> => {
  const named = `table ${table} on ${endpoint ?? "AWS"}`;
  const client = new DynamoDBClient({ maxAttempts: 2, endpoint });
  try {
    const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: table }));
    return Table;
  } catch (error) {
    const { name, message } = error as Error;
    if (error instanceof ResourceNotFoundException)
      throw new Error(`There is no ${named}; --table names it.`);
    throw new Error(`The ${named} cannot be used: ${message || name}`);
  } finally {
    client.destroy();
  }
};

/**
 * Opens the deployed table of `--table`, the engine of `--endpoint` or DYNAMODB_ENDPOINT, else the store in DATA_DIR.
 * @throws UsageError when what is named cannot be; Error when there is no store
 */
export const openStore = async (choice: StoreChoice): Promise<OpenStore> => {
  const { endpoint = process.env.DYNAMODB_ENDPOINT, table = process.env.TABLE_NAME } = choice;
  const settings = settingsFrom({
    ...process.env,
    PORT: "",
    DYNAMODB_ENDPOINT: endpoint,
    TABLE_NAME: table,
  });
  const named = choice.site ?? (process.env.SITE || undefined);
  const reached =
    settings.dynamodbEndpoint === undefined && choice.table === undefined
      ? await localStore(settings, named)
      : await namedStore(settings, named);
  const close = async () => reached.close?.();
  try {
    if (reached.endpoint !== undefined && isLoopback(reached.endpoint)) takeAnyCredentials();
    const described = await describedIn(reached);
    const { site, endpoint, table: name } = reached;
    // A page of an audit may take longer than a request.
    const table = openTable({ name, endpoint, attemptLimit: 30_000 });
    return { site, table, where: endpoint ?? "AWS", described, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
};
