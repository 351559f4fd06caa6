import type { APIGatewayProxyResult } from "aws-lambda";
import type { ConditionOf } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { gatewayHandlers } from "./error-handlers.ts";

/** Makes the error answer of a condition that no endpoint raised (specification §7.1: every error response has this shape). */
export const gatewayErrors = (site: Site) => {
  const handlers = gatewayHandlers(site);
  return (
    condition: ConditionOf<"gateway">,
    headers: Record<string, string> = {},
  ): APIGatewayProxyResult => {
    const answer = handlers[condition]({ detail: { limit: String(site.limits.bodyBytes) } });
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
};
