import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { optionalEnv, serviceName } from "./env.ts";

/** Where CloudWatch keeps what is counted here. */
export const metricNamespace = "WarehouseTracking";

/** The closed table of metrics, by their names in CloudWatch: what one count of each says. */
export const metricMeanings = {
  Accepted: "a write was recorded",
  Replayed: "a write was sent again and got the answer of its first time, recorded or refused",
  Duplicate: "a save was refused because the item is in the box already",
  OverCap: "a write was refused because it would pass a cap: that of an attachment, or the quantity that the ERP says was ordered",
  Conflict: "a transaction met another on the same row and was tried again",
  ConflictGivenUp: "a write met others until its time was up; the scanner was told to send it again",
  ErpCopyServed: "box information was answered from the copy of the ERP's row, because the ERP could not be asked",
  ErpBreakerOpen: "the ERP was given up, or was not asked because it is given up",
} as const;

export type MetricName = keyof typeof metricMeanings;

/** What counts: the functions that have something to count hand it to `endpoint`, so that the others do not carry the library. */
export type Meter = { readonly count: (name: MetricName) => void; readonly flush: () => void };

/** Only on Lambda does somebody read these lines from the output; elsewhere POWERTOOLS_METRICS_DISABLED=false asks for them. */
const wanted = optionalEnv("AWS_LAMBDA_FUNCTION_NAME") !== undefined || optionalEnv("POWERTOOLS_METRICS_DISABLED") === "false";

// One dimension, the service: each further one multiplies the metrics, and their price.
const metrics = wanted ? new Metrics({ namespace: metricNamespace, serviceName }) : undefined;

/** Counts one of what `name` says; it is sent with the next flush. */
export const count = (name: MetricName): void => {
  metrics?.addMetric(name, MetricUnit.Count, 1);
};

/** Sends what was counted since the last flush: one line in CloudWatch's embedded metric format, or none if nothing was. */
const flush = (): void => {
  if (metrics?.hasStoredMetrics()) metrics.publishStoredMetrics();
};

export const meter: Meter = { count, flush };
