import { ResponseType, type RestApi } from "aws-cdk-lib/aws-apigateway";
import type { ConditionOf } from "#lib/errors.ts";
import { gatewayErrors } from "#lib/http/gateway-error.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * Which condition each of the gateway's own failures is. Whatever says that credentials are missing or no longer good is
 * `unauthenticated`, for that alone holds a scanner's queue until somebody has signed in again. What a firewall stopped, and what
 * API Gateway refused for a reason that it has no kind for, reached no function: it is sent again, and never final, for a queue would
 * drop its scans. A function that could not be reached (Lambda's own throttling among it), or did not answer, may have recorded the
 * request: that is `timeout`.
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

/** The gateway puts its own values in the place of `$context…`: a dollar sign of the site's is written so that only JSON reads it. */
const escaped = (body: string) => body.replaceAll("$", "\\u0024");

/** Gives every answer that no function makes the specification's error body, with the site's status, code and words (§7.1). */
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
