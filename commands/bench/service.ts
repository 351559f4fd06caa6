import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { eventOf } from "#infra/bundle/example-event.ts";
import { localContext } from "#infra/local/context.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import site from "#site";

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
export type Fields = Readonly<Record<string, unknown>>;

const load = async (id: RouteId) => ((await import(`../../functions/${id}.ts`)) as { handler: Handler }).handler;

const routes = new Map(
  await Promise.all(routesOf(site).map(async (route) => [route.id, { ...route, handler: await load(route.id) }] as const)),
);

const routeOf = (id: RouteId) => {
  const route = routes.get(id);
  if (!route) throw new Error(`The site ${site.name} does not serve ${id}.`);
  return route;
};

/** The method and path of a route. */
export const addressOf = (id: RouteId): string => `${routeOf(id).method} ${routeOf(id).path}`;

/** What a gateway hands over of a request with these fields, in canonical names. */
export const requestTo = (id: RouteId, fields: Fields) => eventOf(routeOf(id), fields, site) as APIGatewayProxyEvent;

/**
 * Prepares a call of a route's handler, so that only the handler is measured.
 * @throws Error when the call is refused, or not refused where it must be: then the figure would be that of another operation
 */
export const prepared = (id: RouteId, fields: Fields, refused = false) => {
  const event = requestTo(id, fields);
  const { handler } = routeOf(id);
  return async (): Promise<APIGatewayProxyResult> => {
    const answer = await handler(event, localContext(id, "bench"));
    const { statusCode, body } = answer;
    const expected = refused ? statusCode >= 400 && statusCode < 500 : statusCode === site.success[id];
    if (!expected) throw new Error(`${addressOf(id)} ${JSON.stringify(fields)} was answered ${statusCode} ${body}`);
    return answer;
  };
};
