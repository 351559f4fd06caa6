import type { APIGatewayProxyResult } from "aws-lambda";
import site from "#site";
import type { ConditionOf } from "../errors.ts";
import { gatewayHandlers } from "./handlers.ts";

/** The error body of a condition that no endpoint raised (specification §7.1: every error response has this shape). */
export const gatewayError = (condition: ConditionOf<"gateway">, headers: Record<string, string> = {}): APIGatewayProxyResult => {
  const answer = gatewayHandlers[condition]({ detail: { limit: String(site.limits.bodyBytes) } });
  return { ...answer, headers: { ...answer.headers, ...headers } };
};
