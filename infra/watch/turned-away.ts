import { FilterPattern, type LogGroup, MetricFilter } from "aws-cdk-lib/aws-logs";
import { type MetricName, metricNamespace } from "#lib/metrics.ts";
import { turnedAway } from "../stack/gateway-responses.ts";

/**
 * Has CloudWatch count, from the access log, the requests that the gateway turned away. By the kind of its answer and not by the status:
 * a site chooses statuses, and those of the service's own refusals are the same. Addresses that no route has (`/{proxy+}`) are left out:
 * programs that try addresses ask for them at any hour.
 */
export const countTurnedAway = (accessLog: LogGroup): void => {
  new MetricFilter(accessLog, "TurnedAway", {
    logGroup: accessLog,
    filterPattern: FilterPattern.all(
      FilterPattern.any(
        ...turnedAway.map((kind) => FilterPattern.stringValue("$.gatewayError", "=", kind)),
      ),
      FilterPattern.stringValue("$.resource", "!=", "*proxy*"),
    ),
    metricNamespace,
    metricName: "TurnedAway" satisfies MetricName,
    dimensions: { service: "$.service" },
  });
};
