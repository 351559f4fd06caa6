import type { APIGatewayProxyEvent } from "aws-lambda";
import type { RouteId } from "../endpoints/ids.ts";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { callerOf, withoutName } from "./caller.ts";

/** Tells callers what they may call, so every known caller may call it. */
export const forEveryCaller: RouteId = "get-me";

/** The addresses, such as `GET/box/info`, that every known caller may call, and those of each role. */
export type RoleAddresses = {
  readonly everyCaller: readonly string[];
  readonly roles: Readonly<Record<string, readonly string[]>>;
};

/** The routes that each role may call; `undefined` if every known caller may call all. */
export const rolesOf = ({
  auth,
}: Site): Readonly<Record<string, readonly RouteId[]>> | undefined =>
  auth.scheme !== "none" && auth.allowed ? auth.allowed.roles : undefined;

/** The roles that may call a route; `undefined` if roles do not matter for it. */
export const rolesFor = (id: RouteId, site: Site): string[] | undefined => {
  const roles = rolesOf(site);
  return roles && id !== forEveryCaller
    ? Object.entries(roles).flatMap(([role, ids]) => (ids.includes(id) ? [role] : []))
    : undefined;
};

type Event = Pick<APIGatewayProxyEvent, "requestContext">;

/** In the authorizer's context the roles of a token travel as one text; the name of a role has no comma. */
export const writeRoles = (roles: readonly string[]): string => roles.join(",");
const readRoles = (text: unknown): string[] => String(text ?? "").split(",");

/** The roles of who sent a request: the one of their key, or those that the authorizer found in their token. */
const rolesIn = (site: Site) => {
  const { auth } = site;
  const caller = callerOf(site);
  const roleOf = new Map(
    auth.scheme === "apiKey" && auth.allowed ? Object.entries(auth.allowed.keys) : [],
  );
  return (event: Event): string[] =>
    auth.scheme === "apiKey"
      ? [roleOf.get(caller(event) ?? "") ?? ""]
      : readRoles(event.requestContext.authorizer?.roles);
};

/** Who sent a request, as history records it, and whether they may call a route. */
export const whoAsks = (site: Site) => {
  const caller = callerOf(site);
  const roles = rolesIn(site);
  return (event: Event) => ({
    who: caller(event) ?? withoutName[site.auth.scheme],
    mayCall: (id: RouteId) =>
      rolesFor(id, site)?.some((role) => roles(event).includes(role)) ?? true,
  });
};

/**
 * Refuses a key whose role may not call this route; the gateway's keys know no methods. What tokens and IAM may call, the gateway checks
 * itself. `undefined` if there is nothing to check.
 * @throws Refusal `forbidden`
 */
export const allow = (id: RouteId, site: Site) => {
  const { auth } = site;
  if (auth.scheme !== "apiKey" || !auth.allowed) return undefined;
  const allowed = rolesFor(id, site);
  if (!allowed) return undefined;
  const roles = rolesIn(site);
  return {
    before: ({ event }: { event: Event }): void => {
      if (!roles(event).some((role) => allowed.includes(role))) throw new Refusal("forbidden", {});
    },
  };
};
