import type { Stack } from "aws-cdk-lib";
import {
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  type IWidget,
  PeriodOverride,
} from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { MetricName } from "#lib/metrics.ts";
import type { FunctionsById, WatchedMetrics } from "./metrics.ts";

const widgetRow = (...graphs: GraphWidgetProps[]): IWidget[] =>
  graphs.map((graph) => new GraphWidget({ ...graph, width: 24 / graphs.length, height: 6 }));

export const addDashboard = (
  stack: Stack,
  metrics: WatchedMetrics,
  functions: FunctionsById,
): Dashboard => {
  const {
    requests,
    clientErrors,
    serverErrors,
    latency,
    counted,
    tableThrottles,
    tableConflicts,
    tableUnits,
  } = metrics;
  const ofEachFunction = (metricOf: (name: string, lambda: LambdaFunction) => IMetric) =>
    [...functions].map(([name, lambda]) => metricOf(name, lambda));
  const ownMetrics = (...names: MetricName[]) => names.map((name) => counted(name));
  return new Dashboard(stack, "Dashboard", {
    dashboardName: stack.stackName,
    periodOverride: PeriodOverride.INHERIT,
    widgets: [
      widgetRow(
        { title: "Requests", left: [requests] },
        { title: "Latency at the gateway, ms", left: [latency(50), latency(99)] },
        { title: "Errors", left: [serverErrors], right: [clientErrors, counted("TurnedAway")] },
      ),
      widgetRow(
        {
          title: "Writes",
          left: ownMetrics("Accepted", "Replayed"),
          right: ownMetrics("UnnamedCaller"),
        },
        {
          title: "Conflicts",
          left: ownMetrics("Conflict", "SignatureRefused"),
          right: ownMetrics("Refused:writeConflict"),
        },
        { title: "ERP", left: ownMetrics("ErpCopyServed", "ErpBreakerOpen") },
      ),
      widgetRow(
        { title: "Refused, by condition", left: [metrics.refusals], right: ownMetrics("Refused") },
        { title: "Oldest scan on arrival, s", left: [metrics.scanAge] },
        { title: "Cold starts", left: ownMetrics("ColdStart") },
      ),
      widgetRow(
        { title: "Table: units consumed", left: tableUnits },
        {
          title: "Table: throttles and transaction conflicts",
          left: Object.values(tableThrottles),
          right: [tableConflicts],
        },
      ),
      widgetRow(
        { title: "Functions: p99 of the duration, ms", left: ofEachFunction(metrics.duration) },
        { title: "Functions: errors", left: ofEachFunction(metrics.errors) },
        { title: "Functions: throttles", left: ofEachFunction(metrics.throttles) },
        { title: "Functions: concurrent executions", left: ofEachFunction(metrics.concurrency) },
      ),
    ],
  });
};
