import type { APIGatewayProxyEvent } from "aws-lambda";
import { Refusal } from "../errors.ts";
import type { RouteId } from "../route-ids.ts";
import type { Site } from "../site/schema.ts";
import { callerOf, namelessCaller } from "./caller.ts";

/** Tells callers what they may call, so every known caller may call it. */
export const routeForEveryCaller: RouteId = "get-me";

/** The addresses, such as `GET/box/info`, that every known caller may call, and those of each role. */
export type RoleAddresses = {
  readonly everyCaller: readonly string[];
  readonly roles: Readonly<Record<string, readonly string[]>>;
};

/** The routes that each role may call; `undefined` if every known caller may call all. */
export const routesOfRoles = ({
  auth,
}: Site): Readonly<Record<string, readonly RouteId[]>> | undefined =>
  auth.scheme !== "none" && auth.allowed ? auth.allowed.roles : undefined;

/** The roles that may call a route; `undefined` if roles do not matter for it. */
export const rolesAllowedFor = (id: RouteId, site: Site): string[] | undefined => {
  const roles = routesOfRoles(site);
  return roles && id !== routeForEveryCaller
    ? Object.entries(roles).flatMap(([role, ids]) => (ids.includes(id) ? [role] : []))
    : undefined;
};

type CallerEvent = Pick<APIGatewayProxyEvent, "requestContext">;

/** In the authorizer's context the roles of a token travel as one text; the name of a role has no comma. */
export const joinRoles = (roles: readonly string[]): string => roles.join(",");
const splitRoles = (text: unknown): string[] => String(text ?? "").split(",");

/** The roles of a request's caller: the one of their key, or those that the authorizer found in their token. */
const callerRolesOf = (site: Site) => {
  const { auth } = site;
  const callerIn = callerOf(site);
  const roleOfKeys = auth.scheme === "apiKey" && auth.allowed ? auth.allowed.keys : {};
  const rolesByCaller = new Map(Object.entries(roleOfKeys));
  return (event: CallerEvent): string[] =>
    auth.scheme === "apiKey"
      ? [rolesByCaller.get(callerIn(event) ?? "") ?? ""]
      : splitRoles(event.requestContext.authorizer?.roles);
};

/** The caller of a request, as history records it, and whether they may call a route. */
export const callerRightsOf = (site: Site) => {
  const callerIn = callerOf(site);
  const rolesIn = callerRolesOf(site);
  return (event: CallerEvent) => ({
    who: callerIn(event) ?? namelessCaller[site.auth.scheme],
    mayCall: (id: RouteId) =>
      rolesAllowedFor(id, site)?.some((role) => rolesIn(event).includes(role)) ?? true,
  });
};

/**
 * Refuses a key whose role may not call this route; the gateway's keys know no methods. What tokens and IAM may call, the gateway checks
 * itself. `undefined` if there is nothing to check.
 * @throws Refusal `forbidden`
 */
export const checkKeyRole = (id: RouteId, site: Site) => {
  const { auth } = site;
  if (auth.scheme !== "apiKey" || !auth.allowed) return undefined;
  const allowedRoles = rolesAllowedFor(id, site);
  if (!allowedRoles) return undefined;
  const rolesIn = callerRolesOf(site);
  return {
    before: ({ event }: { event: CallerEvent }): void => {
      const isAllowed = rolesIn(event).some((role) => allowedRoles.includes(role));
      if (!isAllowed) throw new Refusal("forbidden", {});
    },
  };
};
