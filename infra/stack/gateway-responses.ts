import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import type { ConditionOf } from "#lib/errors.ts";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * The condition for each error that the gateway itself answers. All errors about missing or expired credentials are `unauthenticated`,
 * because only then a scanner's queue waits until somebody has signed in again. Requests that a firewall stopped, or that API Gateway
 * refused for an unnamed reason, reached no function: they are to be sent again and never final, because a queue would drop its scans. If a
 * function could not be reached (also because Lambda throttled) or did not answer, the request may have been recorded: that is `timeout`.
 */
const meanings: readonly (readonly [ResponseType, ConditionOf<"gateway">])[] = [
  [ResponseType.UNAUTHORIZED, "unauthenticated"],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, "unauthenticated"],
  [ResponseType.INVALID_API_KEY, "unauthenticated"],
  [ResponseType.INVALID_SIGNATURE, "unauthenticated"],
  [ResponseType.EXPIRED_TOKEN, "unauthenticated"],
  [ResponseType.ACCESS_DENIED, "forbidden"],
  [ResponseType.WAF_FILTERED, "throttled"],
  [ResponseType.RESOURCE_NOT_FOUND, "unknownRoute"],
  [ResponseType.DEFAULT_4XX, "throttled"],
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

/** Whether the gateway turns a request away by this answer, which the alarm TurnedAway counts: no other of these is about who may come in, or how many. */
const turnsAway: Readonly<Record<ConditionOf<"gateway">, boolean>> = {
  unauthenticated: true,
  forbidden: true,
  throttled: true,
  unknownRoute: true,
  // A fault of one client, which no change of a key, a limit or a firewall mends.
  bodyTooLarge: false,
  unsupportedMediaType: false,
  // `unrouted` answers that.
  methodNotAllowed: false,
  // A 5xx, which the alarm ServerErrors counts.
  timeout: false,
  internal: false,
};

/** The kinds of answers by which the gateway turns a request away: `gatewayError` in the access log. */
export const turnedAway: readonly string[] = meanings.flatMap(([type, condition]) =>
  turnsAway[condition] ? [type.responseType] : [],
);

/** The gateway replaces `$context…` by its own values. So a dollar sign in a site's text is escaped in a way that only JSON understands. */
const escaped = (body: string) => body.replaceAll("$", "\\u0024");

/** Gives every answer that comes from no function the specification's error body, with the site's status, code and message (§7.1). */
export const addGatewayResponses = (api: RestApi, site: Site): void => {
  const gatewayError = gatewayErrors(site);
  for (const [type, condition] of meanings) {
    const { statusCode, headers = {}, body } = gatewayError(condition);
    api.addGatewayResponse(
      `Gateway${type.responseType.replace(/_?([A-Z0-9])([A-Z0-9]*)/g, (_, first, rest) => first + rest.toLowerCase())}`,
      {
        type,
        statusCode: String(statusCode),
        responseHeaders: Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => name !== "content-type")
            .map(([name, value]) => [name, `'${value}'`]),
        ),
        templates: { "application/json": escaped(body) },
      },
    );
  }
};
