import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from "aws-lambda";
import { localContext } from "#infra/local/context.ts";
import { restEvent } from "#infra/local/event.ts";
import { encode } from "#lib/http/wire.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { routesOf } from "#lib/routes.ts";
import site from "#site";

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;
type Fields = Readonly<Record<string, unknown>>;

const load = async (id: RouteId) => ((await import(`../../functions/${id}.ts`)) as { handler: Handler }).handler;

const routes = new Map(
  await Promise.all(routesOf(site).map(async (route) => [route.id, { ...route, handler: await load(route.id) }] as const)),
);

const routeOf = (id: RouteId) => {
  const route = routes.get(id);
  if (!route) throw new Error(`The site ${site.name} does not serve ${id}.`);
  return route;
};

const json = ["Content-Type", "application/json"];

/** The event that API Gateway would give for a request with these fields, in canonical names, and these headers in turn. */
export const eventOf = (id: RouteId, fields: Fields, headers: readonly string[] = []): APIGatewayProxyEvent => {
  const { method, path, row } = routeOf(id);
  const inBody = row.fieldsIn(site) === "body";
  const named = encode(fields) as Fields;
  const query = new URLSearchParams(Object.entries(named).map(([name, value]): [string, string] => [name, String(value)]));
  return restEvent(
    {
      method,
      target: inBody ? path : `${path}?${query}`,
      httpVersion: "1.1",
      rawHeaders: [...(inBody ? json : []), ...headers],
      sourceIp: "127.0.0.1",
      body: Buffer.from(inBody ? JSON.stringify(named) : ""),
    },
    path,
    "growth",
  );
};

/** How a route is called in the tables: its method and path. */
export const nameOf = (id: RouteId): string => `${routeOf(id).method} ${routeOf(id).path}`;

/** Calls a route's handler with an event of its own. */
export const answerTo = (id: RouteId, event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
  // Its middlewares change the event, which is to be sent again.
  routeOf(id).handler(structuredClone(event), localContext(id, "measured"));

/**
 * Prepares a call of a route's handler, so that only the handler is measured.
 * @throws Error when the call is refused: then the figure would be that of another operation
 */
export const prepared = (id: RouteId, fields: Fields) => {
  const event = eventOf(id, fields);
  const { handler } = routeOf(id);
  return async (): Promise<void> => {
    const { statusCode, body } = await handler(event, localContext(id, "growth"));
    if (statusCode !== site.success[id]) throw new Error(`${nameOf(id)} ${JSON.stringify(fields)} was answered ${statusCode} ${body}`);
  };
};
