import type { APIGatewayProxyEvent } from "aws-lambda";
import type { RouteId } from "../endpoints/ids.ts";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { callerOf } from "./caller.ts";

/** The addresses that each role may call, such as `GET/box/info`. */
export type RoleAddresses = Readonly<Record<string, readonly string[]>>;

/** The routes that each role may call; `undefined` if every known caller may call all. */
export const rolesOf = ({
  auth,
}: Site): Readonly<Record<string, readonly RouteId[]>> | undefined =>
  auth.scheme !== "none" && auth.allowed ? auth.allowed.roles : undefined;

/** The roles that may call a route; `undefined` if roles do not matter on this site. */
export const rolesFor = (id: RouteId, site: Site): string[] | undefined => {
  const roles = rolesOf(site);
  return roles && Object.entries(roles).flatMap(([role, ids]) => (ids.includes(id) ? [role] : []));
};

/**
 * Refuses a key whose role may not call this route; the gateway's keys know no methods. What tokens and IAM may call, the gateway checks
 * itself. `undefined` if there is nothing to check.
 * @throws Refusal `forbidden`
 */
export const allow = (id: RouteId, site: Site) => {
  const { auth } = site;
  if (auth.scheme !== "apiKey" || !auth.allowed) return undefined;
  const roles = rolesFor(id, site);
  const roleOf = new Map(Object.entries(auth.allowed.keys));
  const caller = callerOf(site);
  return {
    before: ({ event }: { event: APIGatewayProxyEvent }): void => {
      if (!roles?.includes(roleOf.get(caller(event) ?? "") ?? ""))
        throw new Refusal("forbidden", {});
    },
  };
};
