import { extensionRoutes } from "./extensions.ts";
import { type RouteId, routeIds } from "./route-ids.ts";
import type { Site } from "./site/schema.ts";

type RouteAnswer = (site: Site) => unknown;

const extensionAnswers = Object.entries(extensionRoutes).flatMap(
  ([name, row]): [RouteId, RouteAnswer][] =>
    "id" in row ? [[row.id, ({ routes }) => routes[name as keyof typeof extensionRoutes]]] : [],
);

/** The answer that switches a route off. The endpoints' own addresses say the same, but importing them would load all schemas. */
const switchAnswers: ReadonlyMap<RouteId, RouteAnswer> = new Map([
  ...extensionAnswers,
  ["delete-box", ({ routes }) => routes.deleteBox],
  ["get-me", ({ pages }) => pages],
]);

/** The ids of the routes that a site serves. */
export const servedIds = (site: Site): RouteId[] =>
  routeIds.filter((id) => switchAnswers.get(id)?.(site) !== false);
