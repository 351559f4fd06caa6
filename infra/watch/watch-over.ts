import { ArnFormat, CfnOutput, type Stack } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { type MetricName, metricNamespace } from "#lib/metrics.ts";
import type { DeploymentSettings } from "../deployment.ts";
import type { ChangesPipe } from "../stack/changes.ts";
import { turnedAwayResponses } from "../stack/gateway-responses.ts";
import { acknowledgeFinding } from "../stack/nag-rules.ts";
import { isDisposable } from "../stack/refuse-unsafe.ts";
import type { ServiceSettings } from "../stack/service-settings.ts";
import { addAlarms, addOwnAlarms, alarmAdder } from "./alarms.ts";
import { addDashboard } from "./dashboard.ts";
import { type FunctionsById, metricsOf, serviceOf } from "./metrics.ts";

type WatchedParts = {
  readonly api: RestApi;
  readonly accessLog: LogGroup;
  readonly functions: FunctionsById;
  readonly table: ITable;
  readonly changes?: ChangesPipe | undefined;
};

/** The topic to which alarms are sent. It has no key: a message has names and figures, and nothing secret. */
const addTopic = (stack: Stack): Topic => {
  const topic = new Topic(stack, "Alarms", {
    displayName: `Alarms of ${stack.stackName}`,
    enforceSSL: true,
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: {
        ArnLike: {
          "aws:SourceArn": stack.formatArn({
            service: "cloudwatch",
            resource: "alarm",
            resourceName: `${stack.stackName}-*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        },
      },
    }),
  );
  new CfnOutput(stack, "AlarmsTopic", {
    value: topic.topicArn,
    description: "Subscribe to it to get the alarms (docs/operations.md)",
  });
  return topic;
};

const subscribeAddress = (topic: Topic, address: string): void =>
  acknowledgeFinding(
    topic.addSubscription(new EmailSubscription(address)),
    "Serverless::Serverless-SNSRedrivePolicy",
    "The alarm is in the console, so a queue of undelivered mails has no reader.",
  );

/** A budget of the whole account's bill, because a tag counts only after it was activated for billing. */
const addBudget = (stack: Stack, amount: number, address: string): void => {
  const notice = (notificationType: string, threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: "GREATER_THAN" },
    subscribers: [{ subscriptionType: "EMAIL", address }],
  });
  new CfnBudget(stack, "Budget", {
    budget: {
      budgetName: stack.stackName,
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount, unit: "USD" },
    },
    notificationsWithSubscribers: [notice("ACTUAL", 80), notice("FORECASTED", 100)],
  });
};

/**
 * Counts in the access log the requests that the gateway turned away, by the kind of answer, because the service's own refusals have the same
 * statuses. Addresses that no route has (`/{proxy+}`) are left out, because scanning programs try them at any hour.
 */
const countTurnedAway = (accessLog: LogGroup): void => {
  new MetricFilter(accessLog, "TurnedAway", {
    logGroup: accessLog,
    filterPattern: FilterPattern.all(
      FilterPattern.any(
        ...turnedAwayResponses.map((kind) =>
          FilterPattern.stringValue("$.gatewayError", "=", kind),
        ),
      ),
      FilterPattern.stringValue("$.resource", "!=", "*proxy*"),
    ),
    metricNamespace,
    metricName: "TurnedAway" satisfies MetricName,
    dimensions: { service: "$.service" },
  });
};

const writeMethods = ["POST", "PUT", "PATCH", "DELETE"];

/** Counts successful writes in the access log, so that no function writes a line for each of them. */
const countAccepted = (accessLog: LogGroup): void => {
  new MetricFilter(accessLog, "Accepted", {
    logGroup: accessLog,
    filterPattern: FilterPattern.all(
      FilterPattern.any(
        ...writeMethods.map((method) => FilterPattern.stringValue("$.method", "=", method)),
      ),
      FilterPattern.stringValue("$.status", "=", "2*"),
    ),
    metricNamespace,
    metricName: "Accepted" satisfies MetricName,
    dimensions: { service: "$.service" },
  });
};

/** How closely a stage is watched. Each level includes the one before it. */
type WatchLevel = Exclude<DeploymentSettings["watch"], "auto">;

/** The setting `watch` for a stage: unless it is set, `dev` has no alarms. */
const watchLevelOf = ({ watch }: Pick<DeploymentSettings, "watch">, stage: string): WatchLevel => {
  if (watch !== "auto") return watch;
  return isDisposable(stage) ? "none" : "alarms";
};

/** Adds what the setting `watch` asks for. The service's name separates the logs and metrics of a site's stages. */
export const watchOver = (
  stack: Stack,
  { site, stage, deployment }: Pick<ServiceSettings, "site" | "stage" | "deployment">,
  { api, accessLog, functions, table, changes }: WatchedParts,
): void => {
  const service = serviceOf(site, stage);
  for (const lambda of functions.values()) lambda.addEnvironment("SERVICE_NAME", service);
  const { alarmsTo, budget } = deployment;
  if (alarmsTo && budget) addBudget(stack, budget, alarmsTo);
  const level = watchLevelOf(deployment, stage);
  if (level === "none") return;
  for (const lambda of functions.values()) lambda.addEnvironment("LOG_REFUSALS", "1");
  const metrics = metricsOf(service, api, table);
  const topic = addTopic(stack);
  if (alarmsTo) subscribeAddress(topic, alarmsTo);
  const addAlarm = alarmAdder(stack, topic);
  addAlarms(addAlarm, metrics, changes);
  if (level === "alarms") return;
  for (const lambda of functions.values()) lambda.addEnvironment("WRITE_METRICS", "1");
  countTurnedAway(accessLog);
  countAccepted(accessLog);
  addOwnAlarms(addAlarm, metrics);
  addDashboard(stack, metrics, functions);
};
