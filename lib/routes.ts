import type { APIGatewayProxyEvent, APIGatewayProxyResult } from "aws-lambda";
import * as clearPlace from "./endpoints/clear-place.ts";
import * as deleteAttachmentBox from "./endpoints/delete-attachment-box.ts";
import * as deleteBox from "./endpoints/delete-box.ts";
import * as editBox from "./endpoints/edit-box.ts";
import * as getAttachmentCategories from "./endpoints/get-attachment-categories.ts";
import * as getAttachmentStatus from "./endpoints/get-attachment-status.ts";
import * as getBoxInfo from "./endpoints/get-box-info.ts";
import * as getBoxStatus from "./endpoints/get-box-status.ts";
import * as getCounts from "./endpoints/get-counts.ts";
import * as getGoodsStatus from "./endpoints/get-goods-status.ts";
import * as getHistory from "./endpoints/get-history.ts";
import * as getRefusals from "./endpoints/get-refusals.ts";
import { type RouteId, routeIds } from "./endpoints/ids.ts";
import * as locationOverview from "./endpoints/location-overview.ts";
import * as moveItem from "./endpoints/move-item.ts";
import * as patchAttachmentBox from "./endpoints/patch-attachment-box.ts";
import * as postAttachmentBox from "./endpoints/post-attachment-box.ts";
import * as postAttachmentLocation from "./endpoints/post-attachment-location.ts";
import * as postBox from "./endpoints/post-box.ts";
import * as postTraceLocation from "./endpoints/post-trace-location.ts";
import * as putAttachmentConfig from "./endpoints/put-attachment-config.ts";
import { type RoleAddresses, rolesOf } from "./gate/allowed.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { gatewayErrors } from "./http/error-handlers.ts";
import { type Access, type Address, accessOf, type Route } from "./http/route.ts";
import type { WithErp, WithSite } from "./service.ts";
import type { Site } from "./site/schema.ts";

/** Specification §9: the route modules belong to a group named v1. */
export const v1 = {
  "post-trace-location": postTraceLocation.route,
  "get-history": getHistory.route,
  "get-refusals": getRefusals.route,
  "clear-place": clearPlace.route,
  "location-overview": locationOverview.route,
  "get-counts": getCounts.route,
  "get-goods-status": getGoodsStatus.route,
  "get-box-info": getBoxInfo.route,
  "get-box-status": getBoxStatus.route,
  "post-box": postBox.route,
  "edit-box": editBox.route,
  "delete-box": deleteBox.route,
  "move-item": moveItem.route,
  "get-attachment-categories": getAttachmentCategories.route,
  "get-attachment-status": getAttachmentStatus.route,
  "put-attachment-config": putAttachmentConfig.route,
  "post-attachment-location": postAttachmentLocation.route,
  "post-attachment-box": postAttachmentBox.route,
  "patch-attachment-box": patchAttachmentBox.route,
  "delete-attachment-box": deleteAttachmentBox.route,
} as const satisfies { readonly [Id in RouteId]: Route & { readonly id: Id } };

/** The endpoints with their verbs, for a process that serves all of them. */
export const endpoints: { readonly [Id in RouteId]: Endpoint<WithErp> } = {
  "post-trace-location": postTraceLocation.postTraceLocation,
  "get-history": getHistory.getHistory,
  "get-refusals": getRefusals.getRefusals,
  "clear-place": clearPlace.clearPlace,
  "location-overview": locationOverview.locationOverview,
  "get-counts": getCounts.getCounts,
  "get-goods-status": getGoodsStatus.getGoodsStatus,
  "get-box-info": getBoxInfo.getBoxInfo,
  "get-box-status": getBoxStatus.getBoxStatus,
  "post-box": postBox.postBox,
  "edit-box": editBox.editBox,
  "delete-box": deleteBox.deleteBox,
  "move-item": moveItem.moveItem,
  "get-attachment-categories": getAttachmentCategories.getAttachmentCategories,
  "get-attachment-status": getAttachmentStatus.getAttachmentStatus,
  "put-attachment-config": putAttachmentConfig.putAttachmentConfig,
  "post-attachment-location": postAttachmentLocation.postAttachmentLocation,
  "post-attachment-box": postAttachmentBox.postAttachmentBox,
  "patch-attachment-box": patchAttachmentBox.patchAttachmentBox,
  "delete-attachment-box": deleteAttachmentBox.deleteAttachmentBox,
};

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

/** A function of one route, named as it, or of a group. */
export type RouteFunction = {
  readonly id: string;
  readonly routes: readonly [ServedRoute, ...ServedRoute[]];
  /** Of all its routes. */
  readonly access: Access;
};

const groupOf = (route: Route, site: Site) =>
  accessOf(route, site).erp ? "asks-erp" : route.kind === "write" ? "writes" : "reads";

export const functionsOf = (site: Site): RouteFunction[] => {
  const alone = site.deployment.functions === "endpoint";
  const groups = Map.groupBy(routesOf(site), (route) => (alone ? route.id : groupOf(route, site)));
  return [...groups].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const routes = [first, ...others] as const;
    const accesses = routes.map((route) => accessOf(route, site));
    const access = {
      table: [...new Set(accesses.flatMap(({ table }) => table))].toSorted(),
      index: accesses.some(({ index }) => index),
      erp: accesses.some(({ erp }) => erp),
    };
    return [{ id, routes, access }];
  });
};

/** The route whose example primes a function: a write, which has the longest chain. */
export const primedBy = ({ routes }: RouteFunction): ServedRoute =>
  routes.find(({ kind }) => kind === "write") ?? routes[0];
