import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import type { ConditionOf } from "#lib/errors.ts";
import { gatewayErrorsOf } from "#lib/http/error-handlers.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * The condition for each error of the gateway itself. A request that a firewall refused is sent again, because a scanner drops one that is
 * refused for good. If the function gave no answer, the request may have been recorded: `timeout`.
 */
const conditionsOfResponses: readonly (readonly [ResponseType, ConditionOf<"gateway">])[] = [
  [ResponseType.UNAUTHORIZED, "unauthenticated"],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, "unauthenticated"],
  [ResponseType.INVALID_API_KEY, "unauthenticated"],
  [ResponseType.INVALID_SIGNATURE, "unauthenticated"],
  [ResponseType.EXPIRED_TOKEN, "unauthenticated"],
  [ResponseType.ACCESS_DENIED, "forbidden"],
  [ResponseType.WAF_FILTERED, "throttled"],
  [ResponseType.RESOURCE_NOT_FOUND, "unknownRoute"],
  [ResponseType.DEFAULT_4XX, "requestUnreadable"],
  [ResponseType.REQUEST_TOO_LARGE, "bodyTooLarge"],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, "unsupportedMediaType"],
  [ResponseType.THROTTLED, "throttled"],
  [ResponseType.QUOTA_EXCEEDED, "throttled"],
  [ResponseType.INTEGRATION_TIMEOUT, "timeout"],
  [ResponseType.INTEGRATION_FAILURE, "timeout"],
  [ResponseType.AUTHORIZER_FAILURE, "internal"],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, "internal"],
  [ResponseType.API_CONFIGURATION_ERROR, "internal"],
  [ResponseType.DEFAULT_5XX, "internal"],
];

/** The conditions with which the gateway turns a request away; the others are one client's fault, or a 5xx. */
const turningAwayConditions = new Set<string>([
  "unauthenticated",
  "forbidden",
  "throttled",
  "unknownRoute",
]);

/** The alarm TurnedAway counts these: `gatewayError` in the access log. */
export const turnedAwayResponses: readonly string[] = conditionsOfResponses.flatMap(
  ([type, condition]) => (turningAwayConditions.has(condition) ? [type.responseType] : []),
);

/** The gateway would replace `$context…` in a site's text by its own values. */
const escapeVariables = (body: string) => body.replaceAll("$", "\\u0024");

/** `DEFAULT_4XX` as `Default4xx`. */
const pascalCaseOf = ({ responseType }: ResponseType): string =>
  responseType.replace(
    /_?([A-Z0-9])([A-Z0-9]*)/g,
    (_, first: string, rest: string) => first + rest.toLowerCase(),
  );

/** Gives every answer that comes from no function the specification's error body (§7.1). */
export const addGatewayResponses = (api: RestApi, site: Site): void => {
  const gatewayError = gatewayErrorsOf(site);
  for (const [type, condition] of conditionsOfResponses) {
    const { statusCode, headers = {}, body } = gatewayError(condition);
    const { "content-type": _, ...otherHeaders } = headers;
    const quotedHeaders = Object.entries(otherHeaders).map(([name, value]) => [name, `'${value}'`]);
    api.addGatewayResponse(`Gateway${pascalCaseOf(type)}`, {
      type,
      statusCode: String(statusCode),
      responseHeaders: Object.fromEntries(quotedHeaders),
      templates: { "application/json": escapeVariables(body) },
    });
  }
};
