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
import { tableLayout as definition } from "#lib/store/table.ts";
import { changesOf } from "./changes.ts";
import { isDisposable, keptRemoval } from "./refuse-unsafe.ts";
import type { ServiceSettings } from "./service-settings.ts";

const stringAttribute = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The one table, as `lib/store/table.ts` defines it; except in disposable stages it stays when the stack is deleted. An existing table
 * (`-c table`) is not changed: `npm run table -- apply` gives it the same settings.
 */
export const addTable = (
  stack: Stack,
  {
    site,
    deployment: { warmThroughput },
    stage,
    isFirstDeployment: first,
    existingTable: existing,
    existingStream: stream,
  }: ServiceSettings,
): ITable => {
  const { partitionKey, sortKey, timeToLive, index } = definition;
  const sends = changesOf(site, stage) !== undefined;
  if (existing !== undefined && sends && !stream)
    throw new Error(
      `The site ${site.name} sends changes, and the table ${existing} comes from outside the stack: \`npm run table -- stream --table ${existing}\` switches its stream on and prints the ARN for \`-c stream=\`.`,
    );
  if (existing !== undefined)
    return Table.fromTableAttributes(stack, "Table", {
      tableName: existing,
      ...(sends ? { tableStreamArn: stream } : {}),
      globalIndexes: [index.name],
    });
  const { reads, writes } = warmThroughput || {};
  const units = { readUnitsPerSecond: reads, writeUnitsPerSecond: writes };
  const warm = warmThroughput ? { warmThroughput: units } : {};
  const table = new Table(stack, "Table", {
    partitionKey: stringAttribute(partitionKey),
    sortKey: stringAttribute(sortKey),
    timeToLiveAttribute: timeToLive,
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: !isDisposable(stage) && !first,
    removalPolicy: keptRemoval(stage),
    ...(sends ? { stream: StreamViewType[streamView] } : {}),
    ...warm,
  });
  table.addGlobalSecondaryIndex({
    indexName: index.name,
    partitionKey: stringAttribute(index.partitionKey),
    sortKey: stringAttribute(index.sortKey),
    projectionType: ProjectionType.INCLUDE,
    nonKeyAttributes: [...index.projected],
    ...warm,
  });
  return table;
};
