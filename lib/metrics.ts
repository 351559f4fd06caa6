import { type Clock, systemClock } from "./clock.ts";
import { serviceName } from "./env.ts";
import type { Condition } from "./errors.ts";

export const metricNamespace = "WarehouseTracking";

/** By their names in CloudWatch. */
export const metricMeanings = {
  Accepted:
    "successful writes, including retries and dry runs; CloudWatch counts them in the access log",
  Replayed: "retries that were answered with the stored answer",
  UnnamedCaller:
    "writes recorded as `unnamed`: the site requires credentials, but the function got no caller name",
  Conflict:
    "attempts at a write that DynamoDB cancelled because another one changed the same row; the service tries again",
  SignatureRefused:
    "attempts that DynamoDB refused because their signature or credentials were too old or too new, as after a freeze of the function; the service tries again",
  ErpCopyServed:
    "answers about a box that used the stored copy of its ERP row, because the ERP did not answer",
  ErpBreakerOpen:
    "how often the service stopped sending look-ups to the ERP, plus the look-ups that it refused meanwhile",
  Refused:
    "refused requests; `Refused:<condition>` counts those of one condition ([errors](errors.md))",
  ColdStart: "cold starts: first requests to a new environment, which take longer",
  TurnedAway:
    "requests to existing routes that API Gateway itself refused; CloudWatch counts them in the access log",
  ScanAge: "not a count, but the seconds from a scan to its arrival, if scanners send `scanned_at`",
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
