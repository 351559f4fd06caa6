import { RemovalPolicy, type Stack } from "aws-cdk-lib";
import { AttributeType, BillingMode, ProjectionType, Table, TableEncryption } from "aws-cdk-lib/aws-dynamodb";
import { table as definition } from "#lib/store/table.ts";
import { isDisposable } from "./refuse-unsafe.ts";

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The one table, as `lib/store/table.ts` defines it. It is encrypted with the account's own KMS key for DynamoDB, which needs no
 * grant: so a function's role names its actions on the table and nothing else. Outside disposable stages it survives the stack.
 */
export const addTable = (stack: Stack, stage: string): Table => {
  const { partitionKey, sortKey, timeToLive, index } = definition;
  const disposable = isDisposable(stage);
  const table = new Table(stack, "Table", {
    partitionKey: text(partitionKey),
    sortKey: text(sortKey),
    timeToLiveAttribute: timeToLive,
    billingMode: BillingMode.PAY_PER_REQUEST,
    encryption: TableEncryption.AWS_MANAGED,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: !disposable,
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  });
  table.addGlobalSecondaryIndex({
    indexName: index.name,
    partitionKey: text(index.partitionKey),
    sortKey: text(index.sortKey),
    projectionType: ProjectionType.INCLUDE,
    nonKeyAttributes: [...index.projected],
  });
  return table;
};
