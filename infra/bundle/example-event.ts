import type { APIGatewayProxyEvent } from "aws-lambda";
import { exampleRequestOf } from "#lib/openapi/examples.ts";
import type { ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { restEvent } from "../gateway-event.ts";
import { requestOf } from "../request.ts";

/** A request as an event of the gateway; `fields` are in canonical names and wire units. A write has the key, where the site has a header for it. */
export const eventOf = (
  route: ServedRoute,
  fields: object,
  site: Site,
  key?: string,
): APIGatewayProxyEvent => {
  const { path, kind } = route;
  const request = requestOf(route, fields, site, kind === "write" ? key : "");
  const rawHeaders = Object.entries({ host: "localhost", ...request.headers }).flat();
  const sent = { ...request, rawHeaders, httpVersion: "1.1", sourceIp: "127.0.0.1" };
  return restEvent({ ...sent, body: Buffer.from(request.body ?? "") }, path, "none");
};

/** The first example of a route as an event. A bundle must not change with it, so its key is always the same. */
export const exampleEvent = (route: ServedRoute, site: Site): APIGatewayProxyEvent =>
  eventOf(route, exampleRequestOf(route, site), site, `example-of-${route.id}`);
