import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import * as all from "./endpoints.ts";
import { type RoleAddresses, routeForEveryCaller, routesOfRoles } from "./gate/roles.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { gatewayErrorsOf } from "./http/error-handlers.ts";
import { healthAnswerOf } from "./http/health.ts";
import { errorGroupOf, type Route, type RouteAddress } from "./http/route.ts";
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

/** The path at which anybody may ask whether a site is there, with the base path; `undefined` if the site has none. */
export const healthPathOf = ({
  basePath,
  routes: { health },
}: Pick<Site, "basePath" | "routes">): string | undefined =>
  health === false ? undefined : basePath + health;

/** Whether all routes that share the longest start of a path are accessory routes (§7.4). */
const isAccessoryPath = (path: string, routes: readonly ServedRoute[]): boolean => {
  const mostParts = Math.max(...routes.map((route) => route.path.split("/").length));
  const parts = path.split("/", mostParts);
  for (let count = parts.length; count > 0; count -= 1) {
    const start = parts.slice(0, count).join("/");
    const sharers = routes.filter((route) => `${route.path}/`.startsWith(`${start}/`));
    if (sharers.length > 0) return sharers.every((route) => errorGroupOf(route) === "accessory");
  }
  return false;
};

/** The site with the domain of its accessory routes in the answers to addresses below them. */
const withAccessoryDomain = (site: Site): Site => {
  const { gateway, accessory } = site.errors;
  const { domain } = accessory.internal;
  const unknownRoute = { ...gateway.unknownRoute, domain };
  const methodNotAllowed = { ...gateway.methodNotAllowed, domain };
  const errors = { ...site.errors, gateway: { ...gateway, unknownRoute, methodNotAllowed } };
  return { ...site, errors };
};

/**
 * Answers what no endpoint answers: the health address, unknown addresses, and unknown methods with `Allow`; below the accessory routes
 * with their domain (§7.4).
 */
export const unroutedHandler = ({ site }: WithSite) => {
  const routes = routesOf(site);
  const healthPath = healthPathOf(site);
  const healthAnswer = healthAnswerOf(site);
  const errors = {
    other: gatewayErrorsOf(site),
    accessory: gatewayErrorsOf(withAccessoryDomain(site)),
  };
  return async ({ path, httpMethod }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> => {
    if (path === healthPath && httpMethod === "GET") return healthAnswer;
    const served = routes.filter((route) => route.path === path).map(({ method }) => method);
    const methods = path === healthPath ? ["GET"] : served;
    const gatewayError = errors[isAccessoryPath(path, routes) ? "accessory" : "other"];
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
