import type { APIGatewayProxyResult } from "aws-lambda";
import { fillMessage, serializeRefusalValues } from "../domain/value.ts";
import {
  answerToCondition,
  type ConditionOf,
  conditions,
  conditionsOf,
  type ErrorGroup,
  type Refusal,
} from "../errors.ts";
import type { Site } from "../site/schema.ts";

/** Turns one condition into the specification's error body: exactly `error_code`, `message` and `domain` (§7.1). */
export type ErrorHandler = (
  refusal: Pick<Refusal, "detail"> & Partial<Pick<Refusal, "retryAfter">>,
) => APIGatewayProxyResult;

export const answerHeadersOf = ({
  origin,
  extensions: { replayed, refusalValues },
}: Site): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  ...(origin && {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": [replayed, refusalValues, "Retry-After", "Date"]
      .filter((name) => name !== false)
      .join(", "),
  }),
});

/** RFC 9110: what a client must send instead; no scheme is registered for keys. */
const authChallenges = {
  none: "",
  iam: "AWS4-HMAC-SHA256",
  apiKey: "ApiKey",
  jwt: "Bearer",
} as const;

/** The handlers of the location and box endpoints (§7.3), the accessory group's own (§7.4), or the gateway's. */
export const errorHandlersOf = <G extends ErrorGroup>(group: G, site: Site) => {
  const { decimals } = site.formats.quantity;
  // The gateway's own answers are fixed at deployment, so they have no values of a request.
  const valuesHeader = group !== "gateway" && site.extensions.refusalValues;
  const headers = answerHeadersOf(site);
  const handlerOfCondition = (condition: ConditionOf<G>): ErrorHandler => {
    const row = conditions[condition];
    const { status, code, message, domain } = answerToCondition({ condition, group }, site.errors);
    const challenge = condition === "unauthenticated" && {
      "www-authenticate": authChallenges[site.auth.scheme],
    };
    return ({ detail, retryAfter }) => ({
      statusCode: status,
      headers: {
        ...headers,
        ...challenge,
        ...("retryAfter" in row && { "retry-after": String(retryAfter ?? row.retryAfter) }),
        ...(valuesHeader && {
          [valuesHeader]: serializeRefusalValues({ condition, detail }, decimals),
        }),
      },
      body: JSON.stringify({
        error_code: code,
        message: fillMessage(message, detail, decimals),
        domain,
      }),
    });
  };
  return Object.fromEntries(
    conditionsOf(group).map((condition) => [condition, handlerOfCondition(condition)]),
  ) as { readonly [C in ConditionOf<G>]: ErrorHandler };
};

/** Answers a condition that no endpoint raised (§7.1). */
export const gatewayErrorsOf = (site: Site) => {
  const handlers = errorHandlersOf("gateway", site);
  return (
    condition: ConditionOf<"gateway">,
    headers: Record<string, string> = {},
  ): APIGatewayProxyResult => {
    const answer = handlers[condition]({ detail: { limit: String(site.limits.bodyBytes) } });
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
};
