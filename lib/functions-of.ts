import { type Access, accessOf, usesTable } from "./route-row.ts";
import { type Route, routesOf } from "./routes.ts";
import type { Site } from "./site/schema.ts";

/** A function that a site deploys for its routes: for one, or for all of a group. */
export type RouteFunction = {
  /** The route's id, or the name of the group. */
  readonly id: string;
  readonly routes: readonly [Route, ...Route[]];
  /** What it may do: everything that one of its routes may do. */
  readonly access: Access;
};

/** The group of a route, by what it does; so a new route belongs to one by itself. */
const groupOf = ({ row }: Route, site: Site) =>
  accessOf(row, site).erp ? "asks-erp" : row.kind === "write" ? "writes" : "reads";

const functionFor = (
  id: string,
  routes: readonly [Route, ...Route[]],
  site: Site,
): RouteFunction => {
  const accesses = routes.map(({ row }) => accessOf(row, site));
  return {
    id,
    routes,
    access: {
      table: [...new Set(accesses.flatMap(({ table }) => table))].toSorted(),
      index: accesses.some(({ index }) => index),
      erp: accesses.some(({ erp }) => erp),
    },
  };
};

/** The functions of a site's routes, as it answered `deployment.functions`. */
export const functionsOf = (site: Site): RouteFunction[] => {
  const routes = routesOf(site);
  if (site.deployment.functions === "endpoint")
    return routes.map((route) => functionFor(route.id, [route], site));
  const groups = [...Map.groupBy(routes, (route) => groupOf(route, site))];
  return groups.flatMap(([id, [first, ...others]]) =>
    first ? [functionFor(id, [first, ...others], site)] : [],
  );
};

/** What a function needs to work with, by the names of `lib/lambda.ts`. */
export const aroundOf = (
  { routes, access }: RouteFunction,
  { erp }: Site,
): "asking" | "askingThrough" | "writing" | "reading" | "alone" => {
  if (access.erp) return erp.connection ? "askingThrough" : "asking";
  if (routes.some(({ row }) => row.kind === "write")) return "writing";
  return usesTable(access) ? "reading" : "alone";
};

/** The route that a function rehearses when it starts: its first write, because that walks the longest path, or its first read. */
export const rehearsedBy = ({ routes }: RouteFunction): Route =>
  routes.find(({ row }) => row.kind === "write") ?? routes[0];
