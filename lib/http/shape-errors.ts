import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyResult } from "aws-lambda";
import { KeptRefusal } from "../domain/operation.ts";
import { Refusal, UnknownCursorError } from "../errors.ts";
import { routesOfRoles } from "../gate/roles.ts";
import { type ErrorHandler, errorHandlersOf } from "./error-handlers.ts";
import { refusalOf } from "./problems.ts";
import type { ServiceContext } from "./request.ts";
import { errorGroupOf, type Route } from "./route.ts";
import { wireOf } from "./wire.ts";

/**
 * Gives every error the specification's body (§7.1). What is not a refusal is logged, and answered as `internal`. A refusal is
 * logged by its condition alone: a message would quote what was sent.
 */
export const shapeErrors = (
  route: Route,
  { site, meter, log }: ServiceContext,
): MiddlewareObj<unknown, APIGatewayProxyResult> => {
  const handlers: Readonly<Record<string, ErrorHandler>> = {
    ...errorHandlersOf(errorGroupOf(route), site),
    // Only where keys have roles can a function itself say it.
    ...(routesOfRoles(site) ? { forbidden: errorHandlersOf("gateway", site).forbidden } : {}),
  };
  const { nameOf } = wireOf(site);
  const { replayed: replayedHeader } = site.extensions;
  return {
    onError: (request) => {
      // `exactlyOnce` found that the write was recorded.
      if (request.response !== undefined) return;
      const { error: thrown } = request;
      const error =
        thrown instanceof UnknownCursorError
          ? refusalOf([{ name: String(nameOf("cursor")), sentence: site.accepts.cursor }])
          : thrown;
      const kept = error instanceof KeptRefusal ? error : undefined;
      const refusal = kept?.refusal ?? (error instanceof Refusal ? (error as Refusal) : undefined);
      const handler = refusal && handlers[refusal.condition];
      if (!handler) log("requestFailed", { route: route.id, error });
      const response = handler ? handler(refusal) : handlers.internal?.({ detail: {} });
      const isReplayed = kept?.replayed === true;
      if (isReplayed) meter.count("Replayed");
      else if (refusal) {
        meter.count("Refused");
        meter.count(`Refused:${refusal.condition}`);
        if (response && response.statusCode < 500)
          log("refused", { route: route.id, condition: refusal.condition });
      }
      if (response && isReplayed && replayedHeader) {
        const headers = { ...response.headers, [replayedHeader]: "true" };
        request.response = { ...response, headers };
      } else request.response = response;
    },
  };
};
