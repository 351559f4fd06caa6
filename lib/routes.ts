import { type RouteId, routeIds } from "./route-ids.ts";
import type { Address, RouteRow } from "./route-row.ts";
import { clearPlace } from "./routes/clear-place.ts";
import { deleteAttachmentBox } from "./routes/delete-attachment-box.ts";
import { deleteBox } from "./routes/delete-box.ts";
import { editBox } from "./routes/edit-box.ts";
import { getAttachmentCategories } from "./routes/get-attachment-categories.ts";
import { getAttachmentStatus } from "./routes/get-attachment-status.ts";
import { getBoxInfo } from "./routes/get-box-info.ts";
import { getBoxStatus } from "./routes/get-box-status.ts";
import { getCounts } from "./routes/get-counts.ts";
import { getGoodsStatus } from "./routes/get-goods-status.ts";
import { getHistory } from "./routes/get-history.ts";
import { getRefusals } from "./routes/get-refusals.ts";
import { locationOverview } from "./routes/location-overview.ts";
import { moveItem } from "./routes/move-item.ts";
import { patchAttachmentBox } from "./routes/patch-attachment-box.ts";
import { postAttachmentBox } from "./routes/post-attachment-box.ts";
import { postAttachmentLocation } from "./routes/post-attachment-location.ts";
import { postBox } from "./routes/post-box.ts";
import { postTraceLocation } from "./routes/post-trace-location.ts";
import { putAttachmentConfig } from "./routes/put-attachment-config.ts";
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
