import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import * as all from "./endpoints.ts";
import { type RoleAddresses, routeForEveryCaller, routesOfRoles } from "./gate/roles.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { gatewayErrorsOf } from "./http/error-handlers.ts";
import type { Route, RouteAddress } from "./http/route.ts";
import { type RouteId, routeIds } from "./route-ids.ts";
import type { WithErp, WithSite } from "./service.ts";
import type { Site } from "./site/schema.ts";

/** The routes of all endpoints. */
export const v1 = all.v1 satisfies { readonly [Id in RouteId]: Route & { readonly id: Id } };

/** The endpoints with their verbs, for a process that serves all of them. */
export const endpoints: { readonly [Id in RouteId]: Endpoint<WithErp> } = all.endpoints;

/** A route at its address on a site. */
export type ServedRoute = Route & RouteAddress;

/** The routes that a site serves. */
export const routesOf = (site: Site): ServedRoute[] =>
  routeIds.flatMap((id) => {
    const route: Route = v1[id];
    const address = typeof route.address === "function" ? route.address(site) : route.address;
    return address ? [{ ...route, ...address, path: site.basePath + address.path }] : [];
  });

/** Answers unknown addresses, and unknown methods with `Allow`. */
export const unroutedHandler = ({ site }: WithSite) => {
  const routes = routesOf(site);
  const gatewayError = gatewayErrorsOf(site);
  return async ({ path }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    return methods.length > 0
      ? gatewayError("methodNotAllowed", { allow: methods.join(", ") })
      : gatewayError("unknownRoute");
  };
};

/** The addresses that each role can call; `undefined` if roles do not matter. */
export const roleAddresses = (site: Site): RoleAddresses | undefined => {
  const roles = routesOfRoles(site);
  if (!roles) return undefined;
  const routes = routesOf(site);
  const addressesOf = (ids: readonly string[]) =>
    routes.filter(({ id }) => ids.includes(id)).map(({ method, path }) => method + path);
  return {
    everyCaller: addressesOf([routeForEveryCaller]),
    roles: Object.fromEntries(Object.entries(roles).map(([role, ids]) => [role, addressesOf(ids)])),
  };
};
