import type { RouteRequests } from "#lib/page/requests.ts";

/** The routes for each mode. A worker needs one of them to use the mode. */
export const modeRoutes = {
  shelve: ["post-trace-location"],
  box: ["post-box"],
  attach: ["post-attachment-box", "post-attachment-location"],
  look: ["location-overview", "get-goods-status", "get-box-info"],
} as const satisfies Readonly<Record<string, readonly (keyof RouteRequests)[]>>;
