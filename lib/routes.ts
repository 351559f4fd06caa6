import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import * as all from "./endpoints/all.ts";
import { type RouteId, routeIds } from "./endpoints/ids.ts";
import { type RoleAddresses, rolesOf } from "./gate/allowed.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { gatewayErrors } from "./http/error-handlers.ts";
import { type Address, accessOf, type Route } from "./http/route.ts";
import type { WithErp, WithSite } from "./service.ts";
import type { Site } from "./site/schema.ts";

/** The routes of all endpoints. */
export const v1 = all.v1 satisfies { readonly [Id in RouteId]: Route & { readonly id: Id } };

/** The endpoints with their verbs, for a process that serves all of them. */
export const endpoints: { readonly [Id in RouteId]: Endpoint<WithErp> } = all.endpoints;

/** A route at its address on a site. */
export type ServedRoute = Route & Address;

/** The routes that a site serves. */
export const routesOf = (site: Site): ServedRoute[] =>
  routeIds.flatMap((id) => {
    const route: Route = v1[id];
    const address = typeof route.address === "function" ? route.address(site) : route.address;
    return address ? [{ ...route, ...address, path: site.basePath + address.path }] : [];
  });

/** Answers unknown addresses, and unknown methods with `Allow`. */
export const unrouted = ({ site }: WithSite) => {
  const routes = routesOf(site);
  const gatewayError = gatewayErrors(site);
  return async ({ path }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const allowed = routes.filter((route) => route.path === path).map(({ method }) => method);
    return allowed.length > 0
      ? gatewayError("methodNotAllowed", { allow: allowed.join(", ") })
      : gatewayError("unknownRoute");
  };
};

/** The addresses of each role; `undefined` if roles do not matter. */
export const roleAddresses = (site: Site): RoleAddresses | undefined => {
  const roles = rolesOf(site);
  if (!roles) return undefined;
  const routes = routesOf(site);
  const addressesOf = (ids: readonly string[]) =>
    routes.filter(({ id }) => ids.includes(id)).map(({ method, path }) => method + path);
  return Object.fromEntries(Object.entries(roles).map(([role, ids]) => [role, addressesOf(ids)]));
};

const groupOf = (route: Route, site: Site) =>
  accessOf(route, site).erp ? "asks-erp" : route.kind === "write" ? "writes" : "reads";

/** The functions of one route, named as it, or of a group. */
export const functionsOf = (site: Site) => {
  const alone = site.deployment.functions === "endpoint";
  const groups = Map.groupBy(routesOf(site), (route) => (alone ? route.id : groupOf(route, site)));
  return [...groups].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const routes: readonly [ServedRoute, ...ServedRoute[]] = [first, ...others];
    const accesses = routes.map((route) => accessOf(route, site));
    /** Of all its routes. */
    const access = {
      table: [...new Set(accesses.flatMap(({ table }) => table))].toSorted(),
      index: accesses.some(({ index }) => index),
      erp: accesses.some(({ erp }) => erp),
    };
    return [{ id, routes, access }];
  });
};
export type RouteFunction = ReturnType<typeof functionsOf>[number];

/** The route whose example primes a function: a write, which has the longest chain. */
export const primedBy = ({ routes }: RouteFunction): ServedRoute =>
  routes.find(({ kind }) => kind === "write") ?? routes[0];
