import { type Clock, systemClock } from "./clock.ts";
import { serviceName } from "./env.ts";
import type { Condition } from "./errors.ts";

export const metricNamespace = "WarehouseTracking";

/** By their names in CloudWatch. */
export const metricMeanings = {
  Accepted:
    "a write was answered with success, the first time or again; CloudWatch counts it in the access log, dry runs included",
  Replayed: "a write was sent again and got the answer of its first time",
  UnnamedCaller:
    "a write came without the name of its caller on a site that asks for credentials, and is recorded as `unnamed`",
  Conflict: "a transaction met another on the same row and was tried again",
  ErpCopyServed: "box information had a copy of the ERP's row, because the ERP could not be asked",
  ErpBreakerOpen: "the ERP was given up, or was not asked because it is given up",
  Refused:
    "a request was refused, by any condition; `Refused:<condition>` counts each condition of [errors](errors.md) by itself",
  ColdStart: "an environment answered its first request, and took longer for it",
  TurnedAway:
    "the gateway itself refused a request to a route; CloudWatch counts it in the access log",
  ScanAge: "the seconds between a scan and its arrival, where scanners send `scanned_at`",
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
