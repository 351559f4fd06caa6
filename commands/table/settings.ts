import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type KeySchemaElement,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import type { Table } from "#lib/store/client.ts";
import { tableLayout as definition } from "#lib/store/table.ts";

/** A table setting that the stack requires. */
type TableSetting = {
  readonly name: string;
  readonly isSet: () => Promise<boolean>;
  readonly set: () => Promise<unknown>;
};

/** The result of applying a setting, in words. */
type SettingOutcome = {
  readonly setting: string;
  readonly outcome: string;
  readonly failed?: true;
};

const settingsOf = (client: DynamoDBClient, TableName: string): TableSetting[] => [
  {
    name: "recovery to a point in time",
    isSet: async () => {
      const command = new DescribeContinuousBackupsCommand({ TableName });
      const { ContinuousBackupsDescription: found } = await client.send(command);
      return found?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === "ENABLED";
    },
    set: () => {
      const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
      const input = { TableName, PointInTimeRecoverySpecification };
      return client.send(new UpdateContinuousBackupsCommand(input));
    },
  },
  {
    name: "protection from deletion",
    isSet: async () => {
      const { Table } = await client.send(new DescribeTableCommand({ TableName }));
      return Table?.DeletionProtectionEnabled === true;
    },
    set: () => client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true })),
  },
  {
    name: "time to live",
    isSet: async () => {
      const command = new DescribeTimeToLiveCommand({ TableName });
      const { TimeToLiveDescription } = await client.send(command);
      const { AttributeName, TimeToLiveStatus = "" } = TimeToLiveDescription ?? {};
      return AttributeName === definition.timeToLive && /^ENABL/.test(TimeToLiveStatus);
    },
    set: () => {
      const TimeToLiveSpecification = { AttributeName: definition.timeToLive, Enabled: true };
      return client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
    },
  },
];

const applySetting = async ({ isSet, set }: TableSetting, endpoint?: string) => {
  try {
    if (await isSet()) return { outcome: "was set" };
    await set();
    return { outcome: "set now" };
  } catch (error) {
    const { name, message } = error as Error;
    // A local engine does not support all settings.
    if (endpoint !== undefined && name === "UnknownOperationException")
      return { outcome: "not supported by this engine" };
    return { outcome: `failed: ${message || name}`, failed: true as const };
  }
};

/** Applies the settings that CDK sets on its own tables, but cannot set on a given table. */
export const applyTableSettings = async ({ name, endpoint }: Table): Promise<SettingOutcome[]> => {
  const client = new DynamoDBClient({ endpoint });
  const outcomes: SettingOutcome[] = [];
  try {
    for (const setting of settingsOf(client, name)) {
      const result = await applySetting(setting, endpoint);
      outcomes.push({ setting: setting.name, ...result });
      // A table accepts no other change during an update.
      await waitUntilTableExists(
        { client, maxWaitTime: 300, minDelay: 1, maxDelay: 5 },
        { TableName: name },
      );
    }
    return outcomes;
  } finally {
    client.destroy();
  }
};

const keyNamesIn = (schema: readonly KeySchemaElement[] = []) =>
  schema.map((key) => key.AttributeName).join();

/** A sentence for each key or index of a table that differs from what the service needs. */
export const shapeFaults = ({ KeySchema, GlobalSecondaryIndexes }: TableDescription): string[] => {
  const { index, partitionKey, sortKey } = definition;
  const faults: string[] = [];
  if (keyNamesIn(KeySchema) !== `${partitionKey},${sortKey}`)
    faults.push("Its keys are not the keys of this service.");
  const foundIndex = GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.name);
  if (!foundIndex) return [...faults, `It has no index ${index.name}.`];
  if (keyNamesIn(foundIndex.KeySchema) !== `${index.partitionKey},${index.sortKey}`)
    faults.push(`Its index ${index.name} has other keys.`);
  const projected = new Set(foundIndex.Projection?.NonKeyAttributes);
  const lacking = index.projected.filter((attribute) => !projected.has(attribute));
  if (lacking.length > 0) faults.push(`Its index ${index.name} lacks ${lacking.join(", ")}.`);
  return faults;
};
