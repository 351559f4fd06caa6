import { clearPlace } from "./endpoints/clear-place.ts";
import { deleteAttachmentBox } from "./endpoints/delete-attachment-box.ts";
import { deleteBox } from "./endpoints/delete-box.ts";
import { editBox } from "./endpoints/edit-box.ts";
import { getAttachmentCategories } from "./endpoints/get-attachment-categories.ts";
import { getAttachmentStatus } from "./endpoints/get-attachment-status.ts";
import { getBoxInfo } from "./endpoints/get-box-info.ts";
import { getBoxStatus } from "./endpoints/get-box-status.ts";
import { getCounts } from "./endpoints/get-counts.ts";
import { getGoodsStatus } from "./endpoints/get-goods-status.ts";
import { getHistory } from "./endpoints/get-history.ts";
import { getRefusals } from "./endpoints/get-refusals.ts";
import { type RouteId, routeIds } from "./endpoints/ids.ts";
import { locationOverview } from "./endpoints/location-overview.ts";
import { moveItem } from "./endpoints/move-item.ts";
import { patchAttachmentBox } from "./endpoints/patch-attachment-box.ts";
import { postAttachmentBox } from "./endpoints/post-attachment-box.ts";
import { postAttachmentLocation } from "./endpoints/post-attachment-location.ts";
import { postBox } from "./endpoints/post-box.ts";
import { postTraceLocation } from "./endpoints/post-trace-location.ts";
import { putAttachmentConfig } from "./endpoints/put-attachment-config.ts";
import { type RoleAddresses, rolesOf } from "./gate/allowed.ts";
import { type Access, type Address, accessOf, type RouteRow, usesTable } from "./http/route.ts";
import type { Site } from "./site/schema.ts";

/**
 * The one route group (specification §9: the route modules belong to a group named v1). The gateway, the description and the tests loop over
 * it; the bundle of a function holds only its own routes.
 */
export const v1 = {
  "post-trace-location": postTraceLocation,
  "get-history": getHistory,
  "get-refusals": getRefusals,
  "clear-place": clearPlace,
  "location-overview": locationOverview,
  "get-counts": getCounts,
  "get-goods-status": getGoodsStatus,
  "get-box-info": getBoxInfo,
  "get-box-status": getBoxStatus,
  "post-box": postBox,
  "edit-box": editBox,
  "delete-box": deleteBox,
  "move-item": moveItem,
  "get-attachment-categories": getAttachmentCategories,
  "get-attachment-status": getAttachmentStatus,
  "put-attachment-config": putAttachmentConfig,
  "post-attachment-location": postAttachmentLocation,
  "post-attachment-box": postAttachmentBox,
  "patch-attachment-box": patchAttachmentBox,
  "delete-attachment-box": deleteAttachmentBox,
} as const satisfies { readonly [Id in RouteId]: RouteRow & { readonly id: Id } };

export type Route = Address & { readonly id: RouteId; readonly row: RouteRow };

/** The method and path of a route below the site's base path; `false` when the site does not serve it. */
export const addressOf = ({ address }: RouteRow, site: Site): Address | false =>
  typeof address === "function" ? address(site) : address;

/** The routes that a site serves, each with its method and full path. */
export const routesOf = (site: Site): Route[] =>
  routeIds.flatMap((id) => {
    const row: RouteRow = v1[id];
    const address = addressOf(row, site);
    return address ? [{ id, method: address.method, path: site.basePath + address.path, row }] : [];
  });

/** The addresses of each role, as IAM's policies and the authorizer's name them; `undefined` if roles do not matter on this site. */
export const roleAddresses = (site: Site): RoleAddresses | undefined => {
  const roles = rolesOf(site);
  if (!roles) return undefined;
  const routes = routesOf(site);
  const addressesOf = (ids: readonly string[]) =>
    routes.filter(({ id }) => ids.includes(id)).map(({ method, path }) => method + path);
  return Object.fromEntries(Object.entries(roles).map(([role, ids]) => [role, addressesOf(ids)]));
};

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
