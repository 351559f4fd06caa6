import { exampleRequest } from "#lib/openapi/examples.ts";
import type { ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { requestOf } from "../request.ts";

/** A request as an event of the gateway; `fields` are in canonical names and wire units. A write has the key, where the site has a header for it. */
export const eventOf = (route: ServedRoute, fields: object, site: Site, key?: string): object => {
  const { method, path, kind } = route;
  const { query, body, ...sent } = requestOf(route, fields, site, kind === "write" ? key : "");
  const headers = { host: "localhost", ...sent.headers };
  const each = (entries: readonly (readonly string[])[]) =>
    entries.map(([name, value]) => [name, [value]]);
  return {
    resource: path,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: Object.fromEntries(each(Object.entries(headers))),
    queryStringParameters: Object.fromEntries(query),
    multiValueQueryStringParameters: Object.fromEntries(each(query)),
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      httpMethod: method,
      path,
      stage: "none",
      requestId: "none",
      identity: { sourceIp: "127.0.0.1" },
    },
    body: body ?? null,
    isBase64Encoded: false,
  };
};

/** The first example of a route as an event. A bundle must not change with it, so its key is always the same. */
export const exampleEvent = (route: ServedRoute, site: Site): object =>
  eventOf(route, exampleRequest(route, site), site, `example-of-${route.id}`);
