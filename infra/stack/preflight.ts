import { Duration } from "aws-cdk-lib";
import type { IResource } from "aws-cdk-lib/aws-apigateway";
import { preflightOf } from "#lib/http/cross-origin.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * Answers a browser that asks whether a page of the site's other origin may send a request: the gateway itself does, without a function
 * and without credentials, which a browser never sends with this question.
 */
export const addPreflight = (resource: IResource, site: Site): void => {
  const preflight = preflightOf(site);
  if (!preflight) return;
  const { origin, methods, headers, seconds } = preflight;
  resource.addCorsPreflight({
    allowOrigins: [origin],
    allowMethods: [...methods],
    allowHeaders: [...headers],
    maxAge: Duration.seconds(seconds),
  });
};
