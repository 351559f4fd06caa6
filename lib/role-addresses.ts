import { type RoleAddresses, rolesOf } from "./gate/allowed.ts";
import { routesOf } from "./routes.ts";
import type { Site } from "./site/schema.ts";

/** The addresses of each role, as IAM's policies and the authorizer's name them; `undefined` if roles do not matter on this site. */
export const roleAddresses = (site: Site): RoleAddresses | undefined => {
  const roles = rolesOf(site);
  if (!roles) return undefined;
  const routes = routesOf(site);
  const addressesOf = (ids: readonly string[]) =>
    routes.filter(({ id }) => ids.includes(id)).map(({ method, path }) => method + path);
  return Object.fromEntries(Object.entries(roles).map(([role, ids]) => [role, addressesOf(ids)]));
};
