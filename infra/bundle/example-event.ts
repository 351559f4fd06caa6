import { fieldsIn } from "#lib/http/route.ts";
import { wireOf } from "#lib/http/wire.ts";
import { exampleRequest } from "#lib/openapi/examples.ts";
import type { ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A request as an event of the gateway; `fields` are in canonical names and wire units. A write has the key, where the site has a header for it. */
export const eventOf = (route: ServedRoute, fields: Fields, site: Site, key?: string): object => {
  const { method, path, kind } = route;
  const { idempotencyKey } = site.extensions;
  const inBody = fieldsIn(route, site) === "body";
  const wire = wireOf(site).encode(fields) as Fields;
  const query = inBody
    ? []
    : Object.entries(wire).map(([name, value]) => [name, String(value)] as const);
  const headers = {
    host: "localhost",
    ...(inBody ? { "content-type": "application/json" } : {}),
    ...(key && kind === "write" && idempotencyKey && "header" in idempotencyKey
      ? { [idempotencyKey.header]: key }
      : {}),
  };
  return {
    resource: path,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    ),
    queryStringParameters: Object.fromEntries(query),
    multiValueQueryStringParameters: Object.fromEntries(
      query.map(([name, value]) => [name, [value]]),
    ),
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      httpMethod: method,
      path,
      stage: "none",
      requestId: "none",
      identity: { sourceIp: "127.0.0.1" },
    },
    body: inBody ? JSON.stringify(wire) : null,
    isBase64Encoded: false,
  };
};

/** The first example of a route as an event. A bundle must not change with it, so its key is always the same. */
export const exampleEvent = (route: ServedRoute, site: Site): object =>
  eventOf(route, exampleRequest(route, site), site, `example-of-${route.id}`);
