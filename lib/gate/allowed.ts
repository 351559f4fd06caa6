import type { APIGatewayProxyEvent } from "aws-lambda";
import type { RouteId } from "../endpoints/ids.ts";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { callerOf } from "./caller.ts";

/** The addresses that each role may call, such as `GET/box/info`. */
export type RoleAddresses = Readonly<Record<string, readonly string[]>>;

/** The routes that each role may call; `undefined` if everybody who is known may call every route. */
export const rolesOf = ({
  auth,
}: Site): Readonly<Record<string, readonly RouteId[]>> | undefined =>
  auth.scheme !== "none" && auth.allowed ? auth.allowed.roles : undefined;

/** The roles that may call a route; `undefined` if roles do not matter on this site. */
export const rolesFor = (id: RouteId, site: Site): string[] | undefined => {
  const roles = rolesOf(site);
  return roles && Object.entries(roles).flatMap(([role, ids]) => (ids.includes(id) ? [role] : []));
};

/** The names of the keys that may call a route; `undefined` if each may. A key without a name in the site may call nothing. */
const keysFor = (id: RouteId, site: Site): ReadonlySet<string> | undefined => {
  const { auth } = site;
  if (auth.scheme !== "apiKey" || !auth.allowed) return undefined;
  const roles = rolesFor(id, site) ?? [];
  return new Set(
    Object.entries(auth.allowed.keys).flatMap(([key, role]) => (roles.includes(role) ? [key] : [])),
  );
};

/**
 * Refuses a key whose role may not call this route, before anything of the request is read. The gateway cannot: its keys know no methods.
 * What tokens and IAM may call, it checks itself. `undefined` if there is nothing to check.
 * @throws Refusal `forbidden`
 */
export const allow = (id: RouteId, site: Site, keyNames: ReadonlyMap<string, string>) => {
  const allowed = keysFor(id, site);
  if (!allowed) return undefined;
  const caller = callerOf(site, keyNames);
  return {
    before: ({ event }: { event: APIGatewayProxyEvent }): void => {
      if (!allowed.has(caller(event))) throw new Refusal("forbidden", {});
    },
  };
};
