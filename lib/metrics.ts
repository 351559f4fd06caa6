import { type Clock, systemClock } from "./clock.ts";
import { serviceName } from "./env.ts";
import type { Condition } from "./errors.ts";

export const metricNamespace = "WarehouseTracking";

/** By their names in CloudWatch. */
export const metricMeanings = {
  Accepted:
    "writes answered with success, the first time or again, and dry runs; CloudWatch counts them in the access log",
  Replayed: "writes that were sent again and got their first answer",
  UnnamedCaller:
    "writes recorded as `unnamed`, because the caller had no name on a site that asks for credentials",
  Conflict: "transactions that met another one on the same row and were tried again",
  ErpCopyServed: "box information with a copy of the ERP's row, because the ERP did not answer",
  ErpBreakerOpen:
    "failures that stopped the look-ups, and look-ups not made while they are stopped",
  Refused:
    "refused requests; `Refused:<condition>` counts those of one condition ([errors](errors.md))",
  ColdStart: "first requests of a new environment, which take longer",
  TurnedAway:
    "requests to a route that the gateway itself refused; CloudWatch counts them in the access log",
  ScanAge: "not a count: the seconds between a scan and its arrival, if scanners send `scanned_at`",
} as const;

export type MetricName = keyof typeof metricMeanings | `Refused:${Condition}`;
/** The metrics that the functions count; CloudWatch counts the others in the access log. */
type CountedMetric = Exclude<MetricName, "Accepted" | "TurnedAway">;

/** One dimension: each further one would multiply the metrics and their price. */
const metricLine = (
  Timestamp: number,
  service: string,
  values: Readonly<Record<string, readonly number[]>>,
): string => {
  const Metrics = Object.keys(values).map((Name) => ({
    Name,
    Unit: Name === "ScanAge" ? "Seconds" : "Count",
  }));
  const measured = Object.fromEntries(
    Object.entries(values).map(([name, counts]) => [
      name,
      counts.length === 1 ? counts[0] : counts,
    ]),
  );
  const _aws = {
    Timestamp,
    CloudWatchMetrics: [{ Namespace: metricNamespace, Dimensions: [["service"]], Metrics }],
  };
  return `${JSON.stringify({ _aws, service, ...measured })}\n`;
};

/** CloudWatch's embedded metric format: `flush` writes one line, or none if nothing was counted. */
export const openMeter = ({ now }: Pick<Clock, "now"> = systemClock) => {
  const values = new Map<CountedMetric, number[]>();
  return {
    /** One, or so much. */
    count: (name: CountedMetric, value = 1): void => {
      const earlier = values.get(name) ?? [];
      values.set(name, [...earlier, value]);
    },
    flush: () => {
      if (values.size === 0) return;
      process.stdout.write(metricLine(now(), serviceName, Object.fromEntries(values)));
      values.clear();
    },
  };
};

export type Meter = Readonly<ReturnType<typeof openMeter>>;
export const silentMeter: Meter = { count: () => {}, flush: () => {} };
