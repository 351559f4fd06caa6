import { Aws, CfnOutput, Duration, SecretValue, type Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { ApiDestination, Authorization, Connection, EventBus } from "aws-cdk-lib/aws-events";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnPipe } from "aws-cdk-lib/aws-pipes";
import {
  DeduplicationScope,
  FifoThroughputLimit,
  Queue,
  QueueEncryption,
} from "aws-cdk-lib/aws-sqs";
import type { Site } from "#lib/site/schema.ts";
import { changeGroup, changePattern, changeTemplate } from "#lib/store/changes.ts";
import { acknowledgeFinding } from "./nag-rules.ts";

/** The pipe of a stage and its queues, for the alarms. The ERP reads `unread`. */
export type ChangesPipe = {
  readonly pipeName: string;
  readonly lost: Queue;
  readonly unread: Queue | undefined;
};

/** Where a stage sends its changes; one stage alone sends to an address. */
export const changesOf = ({ changes }: Site, stage: string) =>
  changes && (typeof changes.to === "string" || changes.to.stage === stage) ? changes : undefined;

type SentChanges = NonNullable<ReturnType<typeof changesOf>>;

const addQueue = (stack: Stack, id: string, fifo: object, reason: string): Queue => {
  const queue = new Queue(stack, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
    ...fifo,
  });
  for (const id of ["AwsSolutions::AwsSolutions-SQS3", "Serverless::Serverless-SQSRedrivePolicy"])
    acknowledgeFinding(queue, id, reason);
  return queue;
};

/** Adds the target for each kind of answer. Gives its ARN, the one action that the pipe needs on it, and how many records it takes at a time. */
const addTarget = (stack: Stack, to: SentChanges["to"]) => {
  const addOutput = (value: string) =>
    new CfnOutput(stack, "ChangesAt", { value, description: "Where the ERP gets changes" });
  if (to === "queue") {
    const unread = addQueue(
      stack,
      "Changes",
      {
        fifo: true,
        deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
        fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      },
      "The ERP that reads it decides what it gives up: without that message those after it would be wrong.",
    );
    addOutput(unread.queueUrl);
    const parameters = {
      sqsQueueParameters: { messageGroupId: changeGroup, messageDeduplicationId: "$.eventID" },
    };
    return { arn: unread.queueArn, action: "sqs:SendMessage", batchSize: 10, parameters, unread };
  }
  if (to === "bus") {
    const { eventBusArn: arn } = new EventBus(stack, "ChangesBus");
    addOutput(arn);
    const parameters = {
      eventBridgeEventBusParameters: { source: "warehouse", detailType: "change" },
    };
    return { arn, action: "events:PutEvents", batchSize: 10, parameters };
  }
  const key = SecretValue.secretsManager(to.secret, { jsonField: to.field });
  const authorization = Authorization.apiKey(to.header, key);
  const connection = new Connection(stack, "ChangesConnection", { authorization });
  const { apiDestinationArn: arn } = new ApiDestination(stack, "ChangesAddress", {
    connection,
    endpoint: to.address,
  });
  return { arn, action: "events:InvokeApiDestination", batchSize: 1, parameters: {} };
};

/**
 * Sends each recorded operation from the table's stream to the site's target with an EventBridge pipe. The pipe retries until a record is
 * almost 24 hours old, the stream's limit. Then it writes the record's position to a queue and continues.
 */
export const addChangesPipe = (
  stack: Stack,
  site: Site,
  stage: string,
  { tableStreamArn }: ITable,
): ChangesPipe | undefined => {
  const changes = changesOf(site, stage);
  if (!changes || tableStreamArn === undefined) return undefined;
  const { arn, action, batchSize, parameters, unread } = addTarget(stack, changes.to);
  const lost = addQueue(stack, "ChangesLost", {}, "It is itself for what could not be sent.");
  const allow = (actions: string[], resource: string) =>
    new PolicyStatement({ actions, resources: [resource] });
  const read = ["DescribeStream", "GetRecords", "GetShardIterator"].map(
    (name) => `dynamodb:${name}`,
  );
  const role = new Role(stack, "ChangesRole", {
    assumedBy: new ServicePrincipal("pipes.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    }),
    inlinePolicies: {
      changes: new PolicyDocument({
        statements: [
          allow(read, tableStreamArn),
          allow(["dynamodb:ListStreams"], "*"),
          allow([action], arn),
          allow(["sqs:SendMessage"], lost.queueArn),
        ],
      }),
    },
  });
  acknowledgeFinding(
    role,
    "AwsSolutions::AwsSolutions-IAM5[Resource::*]",
    "Listing streams knows no resource.",
  );
  const pipe = new CfnPipe(stack, "ChangesPipe", {
    description: `The changes of ${stack.stackName}`,
    roleArn: role.roleArn,
    source: tableStreamArn,
    target: arn,
    sourceParameters: {
      dynamoDbStreamParameters: {
        // Not LATEST: what is recorded while the pipe is made would be missed.
        startingPosition: "TRIM_HORIZON",
        batchSize,
        maximumRetryAttempts: -1,
        maximumRecordAgeInSeconds: Duration.hours(23).toSeconds(),
        onPartialBatchItemFailure: "AUTOMATIC_BISECT",
        deadLetterConfig: { arn: lost.queueArn },
      },
      filterCriteria: { filters: [{ pattern: JSON.stringify(changePattern) }] },
    },
    targetParameters: { ...parameters, inputTemplate: changeTemplate(site) },
  });
  return { pipeName: pipe.ref, lost, unread };
};
