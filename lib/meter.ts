import { Metrics, MetricUnit } from "@aws-lambda-powertools/metrics";
import { serviceName } from "./env.ts";
import { type Meter, metricNamespace } from "./metrics.ts";

/** Counts in CloudWatch's embedded metric format: `flush` writes one line with what was counted, or none if nothing was. */
export const openMeter = (): Meter => {
  // One dimension only, the service: each further one would multiply the number of metrics, and their price.
  const metrics = new Metrics({ namespace: metricNamespace, serviceName });
  return {
    count: (name) => void metrics.addMetric(name, MetricUnit.Count, 1),
    scanAge: (seconds) => void metrics.addMetric("ScanAge", MetricUnit.Seconds, seconds),
    flush: () => {
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    },
  };
};
