import { ArnFormat, CfnOutput, RemovalPolicy, type Stack } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import type { Site } from "#lib/site/schema.ts";
import { addAlarms } from "./alarms.ts";
import { addDashboard } from "./dashboard.ts";
import { type Functions, metricsOf, serviceOf } from "./metrics.ts";
import { countTurnedAway } from "./turned-away.ts";

export type WatchedStack = {
  readonly site: Site;
  readonly stage: string;
  readonly api: RestApi;
  readonly accessLog: LogGroup;
  readonly functions: Functions;
  readonly table: ITable;
};

const alarm = {
  service: "cloudwatch",
  resource: "alarm",
  arnFormat: ArnFormat.COLON_RESOURCE_NAME,
} as const;
const cloudWatch = () => new ServicePrincipal("cloudwatch.amazonaws.com");

/**
 * The topic to which alarms are sent; who wants to get them subscribes. It has its own encryption key, because CloudWatch may not use the
 * account's key for SNS: alarms would be raised, and nobody would get them.
 */
const addTopic = (stack: Stack): Topic => {
  const key = new Key(stack, "AlarmsKey", {
    description: `Encrypts the alarms of ${stack.stackName}`,
    enableKeyRotation: true,
    // Nothing that it encrypts exists longer than the topic.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  // No condition on the source: here CloudWatch comes through SNS and would be refused. The topic's policy says who may publish.
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch()],
      actions: ["kms:Decrypt", "kms:GenerateDataKey*"],
      resources: ["*"],
    }),
  );
  const topic = new Topic(stack, "Alarms", {
    displayName: `Alarms of ${stack.stackName}`,
    masterKey: key,
    enforceSSL: true,
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch()],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: {
        ArnLike: {
          "aws:SourceArn": stack.formatArn({ ...alarm, resourceName: `${stack.stackName}-*` }),
        },
      },
    }),
  );
  return topic;
};

/**
 * Watches over a deployment: a dashboard, alarms, and the topic to which alarms are sent. It also sets the name of the service in the
 * functions' environment: so the alarms watch the metrics of this stage, and not those of another stage of the site.
 */
export const watchOver = (
  stack: Stack,
  { site, stage, api, accessLog, functions, table }: WatchedStack,
): void => {
  const service = serviceOf(site, stage);
  for (const one of functions.values()) one.addEnvironment("SERVICE_NAME", service);
  countTurnedAway(accessLog);
  const metrics = metricsOf(service, api, table);
  const topic = addTopic(stack);
  addAlarms(stack, topic, metrics, functions);
  addDashboard(stack, metrics, functions);
  new CfnOutput(stack, "AlarmsTopic", {
    value: topic.topicArn,
    description: "Subscribe to it to get the alarms (docs/operations.md)",
  });
};
