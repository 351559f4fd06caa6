import type { APIGatewayProxyResult } from "aws-lambda";
import { fromScaled } from "../domain/value.ts";
import {
  type ConditionOf,
  codeOf,
  conditions,
  conditionsOf,
  type ErrorGroup,
  type Refusal,
} from "../errors.ts";
import type { Site } from "../site/schema.ts";

type SiteAnswer = {
  readonly status: number;
  readonly domain: string;
  readonly code?: string;
  readonly message?: string | undefined;
};

/** Turns one condition into the specification's error body: exactly `error_code`, `message` and `domain` (§7.1). */
export type ErrorHandler = (
  refusal: Pick<Refusal, "detail"> & Partial<Pick<Refusal, "retryAfter">>,
) => APIGatewayProxyResult;
export type ErrorHandlers<G extends ErrorGroup> = { readonly [C in ConditionOf<G>]: ErrorHandler };

/** A number is a quantity, a scaled integer. */
const shown = (value: string | number = "", decimals: number) =>
  typeof value === "number" ? fromScaled(value, decimals) : value;

const crossOrigin = ({
  origin,
  extensions: { replayed },
}: Site): Readonly<Record<string, string>> =>
  origin
    ? {
        "access-control-allow-origin": origin,
        "access-control-expose-headers": [
          ...(replayed ? [replayed] : []),
          "Retry-After",
          "Date",
        ].join(", "),
      }
    : {};

export const answerHeaders = (site: Site): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  ...crossOrigin(site),
});

const retryHeader = (
  row: (typeof conditions)[keyof typeof conditions],
  known: number | undefined,
): Readonly<Record<string, string>> =>
  "retryAfter" in row ? { "retry-after": String(known ?? row.retryAfter) } : {};

const handlersOf = <G extends ErrorGroup>(
  group: G,
  answers: { readonly [C in ConditionOf<G>]: SiteAnswer },
  site: Site,
): ErrorHandlers<G> => {
  const { decimals } = site.formats.quantity;
  const headers = answerHeaders(site);
  const handler = (condition: ConditionOf<G>): ErrorHandler => {
    const row = conditions[condition];
    const answer: SiteAnswer = answers[condition];
    const code = codeOf(condition, answer.code);
    const message = answer.message ?? row.message;
    return ({ detail, retryAfter }) => ({
      statusCode: answer.status,
      headers: { ...headers, ...retryHeader(row, retryAfter) },
      body: JSON.stringify({
        error_code: code,
        message: message.replace(/\{(\w+)\}/g, (_, name: string) =>
          String(shown(detail[name], decimals)),
        ),
        domain: answer.domain,
      }),
    });
  };
  return Object.fromEntries(
    conditionsOf(group).map((condition) => [condition, handler(condition)]),
  ) as ErrorHandlers<G>;
};

/** The handlers of the location and box endpoints (§7.3). */
export const productHandlers = (site: Site) => handlersOf("product", site.errors.product, site);

/** The accessory group's own handlers (§7.4). */
export const accessoryHandlers = (site: Site) =>
  handlersOf("accessory", site.errors.accessory, site);

export const gatewayHandlers = (site: Site) => handlersOf("gateway", site.errors.gateway, site);

/** Answers a condition that no endpoint raised (§7.1). */
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
