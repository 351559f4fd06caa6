import type { RouteId } from "#lib/route-ids.ts";

/** The routes of each role on the sites that test roles. A scanner cannot configure, and an integration only reads. */
export const endpointsOfRole = {
  scanner: [
    "post-trace-location",
    "location-overview",
    "post-box",
    "edit-box",
    "delete-box",
    "get-attachment-categories",
  ],
  supervisor: [
    "put-attachment-config",
    "get-attachment-status",
    "get-box-info",
    "location-overview",
    "post-trace-location",
  ],
  integration: ["get-box-info"],
} satisfies Record<string, RouteId[]>;
