import type { RouteId } from "#lib/route-ids.ts";

/** All routes, in an order in which each has what it needs; the last ones take back what the others wrote. */
export const routesInOrder = [
  "get-attachment-categories",
  "get-me",
  "post-trace-location",
  "post-box",
  "edit-box",
  "post-box-location",
  "put-attachment-config",
  "post-attachment-location",
  "post-attachment-box",
  "patch-attachment-box",
  "location-overview",
  "get-counts",
  "get-goods-status",
  "get-box-info",
  "get-box-status",
  "get-boxes",
  "get-attachment-status",
  "get-history",
  "get-refusals",
  "delete-attachment-box",
  "move-item",
  "clear-place",
  "clear-box",
  "delete-box",
] as const satisfies readonly RouteId[];
