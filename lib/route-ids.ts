/**
 * The ids of the routes, each with the usual status of its success: 201 if it puts something new into a box. Each id is the name of a file
 * under `functions/`.
 */
export const usualStatuses = {
  "post-trace-location": 200,
  "get-history": 200,
  "get-refusals": 200,
  "clear-place": 200,
  "location-overview": 200,
  "get-counts": 200,
  "get-goods-status": 200,
  "get-box-info": 200,
  "get-box-status": 200,
  "get-boxes": 200,
  "post-box": 201,
  "edit-box": 200,
  "delete-box": 200,
  "move-item": 200,
  "post-box-location": 200,
  "clear-box": 200,
  "get-attachment-categories": 200,
  "get-attachment-status": 200,
  "put-attachment-config": 200,
  "post-attachment-location": 200,
  "post-attachment-box": 201,
  "patch-attachment-box": 200,
  "delete-attachment-box": 200,
  "get-me": 200,
} as const;

export type RouteId = keyof typeof usualStatuses;
export const routeIds = Object.keys(usualStatuses) as readonly RouteId[];
