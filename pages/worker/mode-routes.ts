import type { RouteRequests } from "#lib/page/requests.ts";

/** The modes, and the routes of which a worker needs one in each. */
export const modeRoutes = {
  shelve: ["post-trace-location"],
  box: ["post-box"],
  attach: ["post-attachment-box", "post-attachment-location"],
  look: ["location-overview", "get-goods-status", "get-box-info"],
} as const satisfies Readonly<Record<string, readonly (keyof RouteRequests)[]>>;
