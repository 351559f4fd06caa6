import type { Stack } from "aws-cdk-lib";
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
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
  leastTraffic,
  longestUnread,
  mostInVain,
  mostTurnedAway,
  slowest,
} from "./alarm-table.ts";
import { type Functions, pipeMetric, type WatchedMetrics } from "./metrics.ts";

const about = (id: AlarmId) =>
  `Raised when ${alarmTable[id]}. What to do: docs/operations.md, ${id}.`;

type Limit = { readonly above: number; readonly periods?: number; readonly of?: number };

/** The alarms of a deployment; each sends a message to the topic when it is raised, and again when it is over. */
export const addAlarms = (
  stack: Stack,
  topic: Topic,
  metrics: WatchedMetrics,
  functions: Functions,
  changes: ChangesPipe | undefined,
): void => {
  const nameOf = (id: string) => `${stack.stackName}-${id}`;
  const send = new SnsAction(topic);
  const sending = (alarm: Alarm | CompositeAlarm): void => {
    alarm.addAlarmAction(send);
    alarm.addOkAction(send);
  };

  const silent = (
    id: string,
    alarmDescription: string,
    metric: IMetric,
    { above, periods = 1, of = 1 }: Limit,
  ): Alarm =>
    new Alarm(stack, `${id}Alarm`, {
      alarmName: nameOf(id),
      alarmDescription,
      metric,
      threshold: above,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      datapointsToAlarm: periods,
      evaluationPeriods: of,
      // Without requests, or without failed ones, there is no data.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
  const alarm = (id: AlarmId, metric: IMetric, limit: Limit) =>
    sending(silent(id, about(id), metric, limit));
  /** A failure's share of the requests, in per cent. */
  const share = (failed: IMetric, label: string) =>
    new MathExpression({
      expression: `100 * failed / IF(requests > ${leastTraffic}, requests, ${leastTraffic})`,
      usingMetrics: { failed, requests },
      period: requests.period,
      label: `${label}, % of the requests`,
    });

  const { requests, clientErrors, serverErrors, latency, counted, tableThrottles, throttles } =
    metrics;
  alarm("ServerErrors", share(serverErrors, "5xx"), { above: 1 });
  alarm("TurnedAway", share(counted("TurnedAway"), "turned away"), { above: mostTurnedAway });
  alarm(
    "NothingAccepted",
    new MathExpression({
      // A metric of ours has no data where nothing was counted.
      expression: "IF(FILL(accepted, 0) + FILL(replayed, 0) > 0, 0, client + server)",
      usingMetrics: {
        accepted: counted("Accepted"),
        replayed: counted("Replayed"),
        client: clientErrors,
        server: serverErrors,
      },
      period: requests.period,
      label: "4xx and 5xx while no write is recorded",
    }),
    { above: mostInVain, periods: 3, of: 3 },
  );
  alarm(
    "Slow",
    new MathExpression({
      expression: `IF(requests >= ${leastTraffic}, latency, 0)`,
      usingMetrics: { latency: latency(99), requests },
      period: requests.period,
      label: "p99, ms",
    }),
    { above: slowest, periods: 2, of: 3 },
  );
  alarm("ConflictsGivenUp", counted("Refused:writeConflict"), { above: 0 });
  alarm("ErpNotAsked", counted("ErpBreakerOpen"), { above: 0 });
  if (changes) {
    const { pipeName, lost, unread } = changes;
    const { period } = requests;
    alarm(
      "ChangesLate",
      new MathExpression({
        // A pipe has no metric of its stream's age; one that is stopped has none at all.
        expression: "FILL(failed, 0) + IF(FILL(accepted, 0) > 0 AND FILL(sent, 0) == 0, 1, 0)",
        usingMetrics: {
          failed: pipeMetric(pipeName, "ExecutionFailed"),
          accepted: counted("Accepted"),
          sent: pipeMetric(pipeName, "EventCount"),
        },
        period,
        label: "failed, or recorded and not sent",
      }),
      { above: 0, periods: 3, of: 3 },
    );
    const most = { statistic: "Maximum", period };
    const waiting = lost.metricApproximateNumberOfMessagesVisible(most);
    alarm("ChangesLost", waiting, { above: 0 });
    const oldest = unread?.metricApproximateAgeOfOldestMessage(most);
    if (oldest) alarm("ChangesUnread", oldest, { above: longestUnread });
  }

  // One alarm for each limit, of which none sends a message, because all are raised at once when the account's limit is reached.
  const limits = [
    ...[...functions].map(([name, one]) => [name, throttles(name, one)] as const),
    ...Object.entries(tableThrottles),
  ].map(([name, metric]) =>
    silent(`Throttled-${name}`, `${name}: throttled`, metric, { above: 0 }),
  );
  sending(
    new CompositeAlarm(stack, "ThrottledAlarm", {
      compositeAlarmName: nameOf("Throttled"),
      alarmDescription: about("Throttled"),
      alarmRule: AlarmRule.anyOf(
        ...limits.map((limit) => AlarmRule.fromAlarm(limit, AlarmState.ALARM)),
      ),
    }),
  );
};
