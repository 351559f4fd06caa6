import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyResult } from "aws-lambda";
import site from "#site";
import { KeptRefusal } from "../domain/operation.ts";
import { type Condition, Refusal } from "../errors.ts";
import { logEvent } from "../log.ts";
import type { Meter, MetricName } from "../metrics.ts";
import type { RouteId } from "../route-ids.ts";
import type { RouteRow } from "../route-row.ts";
import { v1 } from "../routes.ts";
import { accessoryHandlers, type ErrorHandler, productHandlers } from "./handlers.ts";

const groups: Record<RouteRow["errors"], Readonly<Record<string, ErrorHandler>>> = {
  product: productHandlers,
  accessory: accessoryHandlers,
};

/** The refusals that are counted. */
const counted: Partial<Record<Condition, MetricName>> = {
  duplicateBoxItem: "Duplicate",
  capExceeded: "OverCap",
  boxedBeyondOrdered: "OverCap",
  writeConflict: "ConflictGivenUp",
};

/**
 * Gives every error of a route the specification's body, from the handlers of the route's group. Registered FIRST: middy runs
 * `onError` in reverse, so this one has the last word. What is not a refusal is logged, and told as `internal` without a word of it.
 */
export const shapeErrors = (id: RouteId, meter: Meter | undefined): MiddlewareObj<unknown, APIGatewayProxyResult> => {
  const row: RouteRow = v1[id];
  const handlers = groups[row.errors];
  return {
    onError: (request) => {
      const { error } = request;
      const kept = error instanceof KeptRefusal ? error : undefined;
      const refusal = kept?.refusal ?? (error instanceof Refusal ? (error as Refusal) : undefined);
      const handler = refusal && handlers[refusal.condition];
      if (!handler) logEvent("requestFailed", { route: id, error });
      const replayed = kept?.replayed === true;
      const metric = replayed ? "Replayed" : refusal && counted[refusal.condition];
      if (metric) meter?.count(metric);
      const response = handler ? handler(refusal) : handlers.internal?.({ detail: {} });
      const { replayed: mark } = site.extensions;
      request.response = response && replayed && mark ? { ...response, headers: { ...response.headers, [mark]: "true" } } : response;
    },
  };
};
