/** The ids of the routes; each is the name of a file under `endpoints/` and of one under `functions/`. */
export const routeIds = [
  "post-trace-location",
  "get-history",
  "get-refusals",
  "clear-place",
  "location-overview",
  "get-counts",
  "get-goods-status",
  "get-box-info",
  "get-box-status",
  "post-box",
  "edit-box",
  "delete-box",
  "move-item",
  "get-attachment-categories",
  "get-attachment-status",
  "put-attachment-config",
  "post-attachment-location",
  "post-attachment-box",
  "patch-attachment-box",
  "delete-attachment-box",
] as const;

export type RouteId = (typeof routeIds)[number];
