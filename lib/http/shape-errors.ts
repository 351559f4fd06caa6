import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyResult } from "aws-lambda";
import { KeptRefusal } from "../domain/operation.ts";
import { type Condition, Refusal } from "../errors.ts";
import { logEvent } from "../log.ts";
import type { Meter, MetricName } from "../metrics.ts";
import { groupOf, type RouteRow } from "../route-row.ts";
import type { Site } from "../site/schema.ts";
import { accessoryHandlers, type ErrorHandler, productHandlers } from "./error-handlers.ts";

const groups = { product: productHandlers, accessory: accessoryHandlers } as const;

/** The refusals that are counted. */
const counted: Partial<Record<Condition, MetricName>> = {
  duplicateBoxItem: "Duplicate",
  capExceeded: "OverCap",
  boxedBeyondOrdered: "OverCap",
  writeConflict: "ConflictGivenUp",
};

/**
 * Gives every error of a route the specification's body, from the handlers of the route's group. Registered before
 * all that refuse: middy runs `onError` in reverse, so this one has the last word. What is not a refusal is logged, and told as `internal` without a word of it.
 */
export const shapeErrors = (row: RouteRow, site: Site, meter: Meter): MiddlewareObj<unknown, APIGatewayProxyResult> => {
  const handlers: Readonly<Record<string, ErrorHandler>> = groups[groupOf(row)](site);
  return {
    onError: (request) => {
      const { error } = request;
      const kept = error instanceof KeptRefusal ? error : undefined;
      const refusal = kept?.refusal ?? (error instanceof Refusal ? (error as Refusal) : undefined);
      const handler = refusal && handlers[refusal.condition];
      if (!handler) logEvent("requestFailed", { route: row.id, error });
      const replayed = kept?.replayed === true;
      const metric = replayed ? "Replayed" : refusal && counted[refusal.condition];
      if (metric) meter.count(metric);
      const response = handler ? handler(refusal) : handlers.internal?.({ detail: {} });
      const { replayed: mark } = site.extensions;
      request.response = response && replayed && mark ? { ...response, headers: { ...response.headers, [mark]: "true" } } : response;
    },
  };
};
