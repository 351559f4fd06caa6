import type { Stack } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { ChangesPipe } from "../stack/changes.ts";
import {
  type AlarmId,
  alarmTable,
  leastRequests,
  longestUnreadSeconds,
  mostRefusedPercent,
  mostRefusedRequests,
  mostTurnedAwayPercent,
  slowestRequestMs,
} from "./alarm-table.ts";
import { metricPeriod, pipeMetric, type WatchedMetrics } from "./metrics.ts";

type AlarmLimit = { readonly above: number; readonly periods?: number; readonly of?: number };

type AddAlarm = (id: AlarmId, metric: IMetric, limit: AlarmLimit) => void;

/** Makes alarms that send a message to the topic when they are raised, and again when they are over. */
export const alarmAdder = (stack: Stack, topic: Topic): AddAlarm => {
  const send = new SnsAction(topic);
  return (id, metric, { above, periods = 1, of = 1 }) => {
    const alarm = new Alarm(stack, `${id}Alarm`, {
      alarmName: `${stack.stackName}-${id}`,
      alarmDescription: `Raised when ${alarmTable[id].when}. What to do: docs/operations.md, ${id}.`,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm: periods,
      evaluationPeriods: of,
      // Without requests, or without failed ones, there is no data.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(send);
    alarm.addOkAction(send);
  };
};

/** A failure's share of the requests, in per cent. */
const shareOf = (requests: IMetric, failed: IMetric, label: string) =>
  new MathExpression({
    period: metricPeriod,
    expression: `100 * failed / IF(requests > ${leastRequests}, requests, ${leastRequests})`,
    usingMetrics: { failed, requests },
    label: `${label}, % of the requests`,
  });

const everyPeriod = { periods: 3, of: 3 } as const;

/** The alarms on metrics that AWS counts. */
export const addAlarms = (
  addAlarm: AddAlarm,
  metrics: WatchedMetrics,
  changes: ChangesPipe | undefined,
): void => {
  const { requests, clientErrors, serverErrors, latency } = metrics;
  addAlarm("ServerErrors", shareOf(requests, serverErrors, "5xx"), { above: 1 });
  const refusedShare = new MathExpression({
    period: metricPeriod,
    expression: `IF(refused > ${mostRefusedRequests}, 100 * refused / requests, 0)`,
    usingMetrics: { refused: clientErrors, requests },
    label: "4xx, % of the requests",
  });
  addAlarm("ClientErrors", refusedShare, { above: mostRefusedPercent, ...everyPeriod });
  const busyLatency = new MathExpression({
    period: metricPeriod,
    expression: `IF(requests >= ${leastRequests}, latency, 0)`,
    usingMetrics: { latency: latency(99), requests },
    label: "p99, ms",
  });
  addAlarm("Slow", busyLatency, { above: slowestRequestMs, periods: 2, of: 3 });
  addAlarm("FunctionsThrottled", metrics.accountThrottles, { above: 0 });
  const { TableReads: tableReads, IndexReads: indexReads } = metrics.tableThrottles;
  const throttled = new MathExpression({
    period: metricPeriod,
    expression: "FILL(writes, 0) + FILL(tableReads, 0) + FILL(indexReads, 0)",
    usingMetrics: { writes: metrics.throttledWrites, tableReads, indexReads },
    label: "throttled writes and reads",
  });
  addAlarm("TableThrottled", throttled, { above: 0 });
  if (!changes) return;
  const { pipeName, lost, unread } = changes;
  addAlarm("ChangesLate", pipeMetric(pipeName, "ExecutionFailed"), { above: 0, ...everyPeriod });
  const notTaken = new MathExpression({
    period: metricPeriod,
    // A pipe has no metric of its stream's age; one that is stopped has none at all.
    expression: "IF(FILL(recorded, 0) > 0 AND FILL(sent, 0) == 0, 1, 0)",
    usingMetrics: { recorded: metrics.recorded, sent: pipeMetric(pipeName, "EventCount") },
    label: "recorded and not taken",
  });
  addAlarm("ChangesStopped", notTaken, { above: 0, ...everyPeriod });
  const maximum = { statistic: "Maximum", period: metricPeriod };
  addAlarm("ChangesLost", lost.metricApproximateNumberOfMessagesVisible(maximum), { above: 0 });
  const oldestAge = unread?.metricApproximateAgeOfOldestMessage(maximum);
  if (oldestAge) addAlarm("ChangesUnread", oldestAge, { above: longestUnreadSeconds });
};

/** The alarms on the service's own metrics, which have no data where nothing was counted. */
export const addOwnAlarms = (
  addAlarm: AddAlarm,
  { requests, clientErrors, counted }: WatchedMetrics,
): void => {
  const turnedAway = shareOf(requests, counted("TurnedAway"), "turned away");
  addAlarm("TurnedAway", turnedAway, { above: mostTurnedAwayPercent });
  const refusedWhileNothingRecorded = new MathExpression({
    period: metricPeriod,
    expression: "IF(FILL(accepted, 0) > 0, 0, refused)",
    usingMetrics: { accepted: counted("Accepted"), refused: clientErrors },
    label: "4xx while no write is recorded",
  });
  addAlarm("NothingAccepted", refusedWhileNothingRecorded, {
    above: mostRefusedRequests,
    ...everyPeriod,
  });
  addAlarm("ErpNotAsked", counted("ErpBreakerOpen"), { above: 0 });
};
