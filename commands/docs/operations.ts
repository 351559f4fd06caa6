import { alarmTable } from "#infra/watch/alarm-table.ts";
import { logCodes } from "#lib/log.ts";
import { metricMeanings } from "#lib/metrics.ts";
import { code, type Parts, table } from "./markdown.ts";

/** docs/operations.md: what each alarm, metric and log code means. */
export const operationsParts = (): Parts => ({
  alarms: table(
    ["alarm", "is raised when"],
    Object.entries(alarmTable).map(([id, when]) => [`[${id}](#${id.toLowerCase()})`, when]),
  ),
  metrics: table(
    ["metric", "one more each time"],
    Object.entries(metricMeanings).map(([name, means]) => [code(name), means]),
  ),
  codes: table(
    ["code", "level", "means"],
    Object.entries(logCodes).map(([name, { level, means }]) => [code(name), level, means]),
  ),
});
