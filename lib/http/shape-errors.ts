import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyResult } from "aws-lambda";
import { Refusal } from "../errors.ts";
import { logEvent } from "../log.ts";
import type { RouteId } from "../route-ids.ts";
import type { RouteRow } from "../route-row.ts";
import { v1 } from "../routes.ts";
import { accessoryHandlers, type ErrorHandler, productHandlers } from "./handlers.ts";

const groups: Record<RouteRow["errors"], Readonly<Record<string, ErrorHandler>>> = {
  product: productHandlers,
  accessory: accessoryHandlers,
};

/**
 * Gives every error of a route the specification's body, from the handlers of the route's group. Registered FIRST: middy runs
 * `onError` in reverse, so this one has the last word. What is not a refusal is logged, and told as `internal` without a word of it.
 */
export const shapeErrors = (id: RouteId): MiddlewareObj<unknown, APIGatewayProxyResult> => {
  const row: RouteRow = v1[id];
  const handlers = groups[row.errors];
  return {
    onError: (request) => {
      const { error } = request;
      const handler = error instanceof Refusal ? handlers[error.condition] : undefined;
      if (!handler || !(error instanceof Refusal)) {
        const { name = "unknown", stack } = error ?? {};
        logEvent("requestFailed", { route: id, reason: name, requestId: request.context.awsRequestId, ...(stack ? { stack } : {}) });
      }
      request.response = handler && error instanceof Refusal ? handler(error) : handlers.internal?.({ detail: {} });
    },
  };
};
