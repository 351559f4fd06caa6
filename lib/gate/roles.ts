import type { APIGatewayProxyEvent } from "aws-lambda";
import type { RouteId } from "../endpoints/ids.ts";
import { Refusal } from "../errors.ts";
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

/** The roles of who sent a request: the one of their key, or those that the authorizer found in their token. */
const callerRolesOf = (site: Site) => {
  const { auth } = site;
  const caller = callerOf(site);
  const roleOf = new Map(
    auth.scheme === "apiKey" && auth.allowed ? Object.entries(auth.allowed.keys) : [],
  );
  return (event: CallerEvent): string[] =>
    auth.scheme === "apiKey"
      ? [roleOf.get(caller(event) ?? "") ?? ""]
      : splitRoles(event.requestContext.authorizer?.roles);
};

/** Who sent a request, as history records it, and whether they may call a route. */
export const callerRightsOf = (site: Site) => {
  const caller = callerOf(site);
  const roles = callerRolesOf(site);
  return (event: CallerEvent) => ({
    who: caller(event) ?? namelessCaller[site.auth.scheme],
    mayCall: (id: RouteId) =>
      rolesAllowedFor(id, site)?.some((role) => roles(event).includes(role)) ?? true,
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
  const allowed = rolesAllowedFor(id, site);
  if (!allowed) return undefined;
  const roles = callerRolesOf(site);
  return {
    before: ({ event }: { event: CallerEvent }): void => {
      if (!roles(event).some((role) => allowed.includes(role))) throw new Refusal("forbidden", {});
    },
  };
};
