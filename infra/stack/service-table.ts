import type { Stack } from "aws-cdk-lib";
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from "aws-cdk-lib/aws-dynamodb";
import { streamView } from "#lib/store/changes.ts";
import { tableLayout } from "#lib/store/table.ts";
import type { DeploymentSettings } from "../deployment.ts";
import { changesOf } from "./changes.ts";
import { isDisposable, keptRemoval } from "./refuse-unsafe.ts";
import type { ServiceSettings } from "./service-settings.ts";

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

const warmThroughputOf = ({ warmThroughput }: DeploymentSettings) => {
  if (!warmThroughput) return {};
  const { reads, writes } = warmThroughput;
  return { warmThroughput: { readUnitsPerSecond: reads, writeUnitsPerSecond: writes } };
};

/**
 * The one table, as `lib/store/table.ts` defines it; except in disposable stages it stays when the stack is deleted. An existing table
 * (`-c table`) is not changed: `npm run table -- apply` gives it the same settings.
 */
export const addTable = (stack: Stack, settings: ServiceSettings): ITable => {
  const { site, stage, isFirstDeployment, existingTable, existingStream } = settings;
  const { partitionKey, sortKey, timeToLive, index } = tableLayout;
  const sends = changesOf(site, stage) !== undefined;
  if (existingTable !== undefined && sends && !existingStream)
    throw new Error(
      `The site ${site.name} sends changes, and the table ${existingTable} comes from outside the stack: \`npm run table -- stream --table ${existingTable}\` switches its stream on and prints the ARN for \`-c stream=\`.`,
    );
  if (existingTable !== undefined)
    return Table.fromTableAttributes(stack, "Table", {
      tableName: existingTable,
      ...(sends ? { tableStreamArn: existingStream } : {}),
      globalIndexes: [index.name],
    });
  const warmThroughput = warmThroughputOf(settings.deployment);
  const table = new Table(stack, "Table", {
    partitionKey: stringAttribute(partitionKey),
    sortKey: stringAttribute(sortKey),
    timeToLiveAttribute: timeToLive,
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: !isDisposable(stage) && !isFirstDeployment,
    removalPolicy: keptRemoval(stage),
    ...(sends ? { stream: StreamViewType[streamView] } : {}),
    ...warmThroughput,
  });
  table.addGlobalSecondaryIndex({
    indexName: index.name,
    partitionKey: stringAttribute(index.partitionKey),
    sortKey: stringAttribute(index.sortKey),
    projectionType: ProjectionType.INCLUDE,
    nonKeyAttributes: [...index.projected],
    ...warmThroughput,
  });
  return table;
};
