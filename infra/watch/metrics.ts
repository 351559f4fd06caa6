import { Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { type MetricName, metricNamespace } from "#lib/metrics.ts";
import type { Site } from "#lib/site/schema.ts";
import { tableLayout } from "#lib/store/table.ts";

/** The period of every metric, on the dashboard and in the alarms. */
export const metricPeriod = Duration.minutes(5);

/** The name of a site's stage in its logs and its metrics. */
export const serviceOf = ({ name }: Site, stage: string): string => `${name}-${stage}`;

/** The functions by their ids. */
export type FunctionsById = ReadonlyMap<string, LambdaFunction>;

/** How often something happened to a pipe. */
export const pipeMetric = (PipeName: string, metricName: string) =>
  new Metric({
    namespace: "AWS/EventBridge/Pipes",
    metricName,
    dimensionsMap: { PipeName },
    statistic: Stats.SUM,
    period: metricPeriod,
  });

export const metricsOf = (service: string, api: RestApi, table: ITable) => {
  const gateway = api.deploymentStage;
  const sum = { statistic: Stats.SUM, period: metricPeriod };
  const maximum = { statistic: Stats.MAXIMUM, period: metricPeriod };
  const percentile = (percent: number) => ({
    statistic: Stats.percentile(percent),
    period: metricPeriod,
  });
  const ofTable = (metricName: string) => table.metric(metricName, { ...sum, label: metricName });
  const ofIndex = (metricName: string) =>
    new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: {
        TableName: table.tableName,
        GlobalSecondaryIndexName: tableLayout.index.name,
      },
      ...sum,
      label: `${metricName} of ${tableLayout.index.name}`,
    });
  const ofTransactions = (metricName: string, statistic: string) =>
    new Metric({
      namespace: "AWS/DynamoDB",
      metricName,
      dimensionsMap: { TableName: table.tableName, Operation: "TransactWriteItems" },
      statistic,
      period: metricPeriod,
    });
  /** A metric that the service itself counts, or CloudWatch from its access log. */
  const counted = (metricName: MetricName, statistic: string = Stats.SUM) =>
    new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { service },
      statistic,
      period: metricPeriod,
      label: metricName,
    });

  return {
    requests: gateway.metricCount({ ...sum, label: "requests" }),
    clientErrors: gateway.metricClientError({ ...sum, label: "4xx" }),
    serverErrors: gateway.metricServerError({ ...sum, label: "5xx" }),
    latency: (percent: number) =>
      gateway.metricLatency({ ...percentile(percent), label: `p${percent}` }),
    counted,
    /** One line for each condition. */
    refusals: new MathExpression({
      expression: `SEARCH('{${metricNamespace},service} service="${service}" "Refused:"', 'Sum', ${metricPeriod.toSeconds()})`,
      label: "",
      period: metricPeriod,
    }),
    scanAge: counted("ScanAge", Stats.MAXIMUM),
    tableThrottles: {
      TableReads: ofTable("ReadThrottleEvents"),
      TableWrites: ofTable("WriteThrottleEvents"),
      IndexReads: ofIndex("ReadThrottleEvents"),
      IndexWrites: ofIndex("WriteThrottleEvents"),
    },
    tableConflicts: ofTable("TransactionConflict"),
    tableUnits: ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"].flatMap((name) => [
      ofTable(name),
      ofIndex(name),
    ]),
    /** Of all functions of the account in this region. AWS counts so, and one alarm on it costs as much as one on a single function. */
    accountThrottles: new Metric({
      namespace: "AWS/Lambda",
      metricName: "Throttles",
      ...sum,
    }),
    /** Each scan that is recorded is a transaction. Those that the index refuses count, too. */
    throttledWrites: ofTransactions("ThrottledRequests", Stats.SUM),
    /** Transactions that succeeded: each has recorded an operation. */
    recorded: ofTransactions("SuccessfulRequestLatency", Stats.SAMPLE_COUNT),
    throttles: (name: string, lambda: LambdaFunction) =>
      lambda.metricThrottles({ ...sum, label: name }),
    errors: (name: string, lambda: LambdaFunction) => lambda.metricErrors({ ...sum, label: name }),
    duration: (name: string, lambda: LambdaFunction) =>
      lambda.metricDuration({ ...percentile(99), label: name }),
    concurrency: (name: string, lambda: LambdaFunction) =>
      lambda.metric("ConcurrentExecutions", { ...maximum, label: name }),
  };
};

export type WatchedMetrics = ReturnType<typeof metricsOf>;
