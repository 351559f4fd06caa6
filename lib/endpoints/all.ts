// Written by `npm run docs` from ids.ts.
import * as clearPlace from "./clear-place.ts";
import * as deleteAttachmentBox from "./delete-attachment-box.ts";
import * as deleteBox from "./delete-box.ts";
import * as editBox from "./edit-box.ts";
import * as getAttachmentCategories from "./get-attachment-categories.ts";
import * as getAttachmentStatus from "./get-attachment-status.ts";
import * as getBoxInfo from "./get-box-info.ts";
import * as getBoxStatus from "./get-box-status.ts";
import * as getCounts from "./get-counts.ts";
import * as getGoodsStatus from "./get-goods-status.ts";
import * as getHistory from "./get-history.ts";
import * as getMe from "./get-me.ts";
import * as getRefusals from "./get-refusals.ts";
import * as locationOverview from "./location-overview.ts";
import * as moveItem from "./move-item.ts";
import * as patchAttachmentBox from "./patch-attachment-box.ts";
import * as postAttachmentBox from "./post-attachment-box.ts";
import * as postAttachmentLocation from "./post-attachment-location.ts";
import * as postBox from "./post-box.ts";
import * as postBoxLocation from "./post-box-location.ts";
import * as postTraceLocation from "./post-trace-location.ts";
import * as putAttachmentConfig from "./put-attachment-config.ts";

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
  "post-box-location": postBoxLocation.route,
  "get-attachment-categories": getAttachmentCategories.route,
  "get-attachment-status": getAttachmentStatus.route,
  "put-attachment-config": putAttachmentConfig.route,
  "post-attachment-location": postAttachmentLocation.route,
  "post-attachment-box": postAttachmentBox.route,
  "patch-attachment-box": patchAttachmentBox.route,
  "delete-attachment-box": deleteAttachmentBox.route,
  "get-me": getMe.route,
} as const;

/** The endpoints with their verbs, for a process that serves all of them. */
export const endpoints = {
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
  "post-box-location": postBoxLocation.postBoxLocation,
  "get-attachment-categories": getAttachmentCategories.getAttachmentCategories,
  "get-attachment-status": getAttachmentStatus.getAttachmentStatus,
  "put-attachment-config": putAttachmentConfig.putAttachmentConfig,
  "post-attachment-location": postAttachmentLocation.postAttachmentLocation,
  "post-attachment-box": postAttachmentBox.postAttachmentBox,
  "patch-attachment-box": patchAttachmentBox.patchAttachmentBox,
  "delete-attachment-box": deleteAttachmentBox.deleteAttachmentBox,
  "get-me": getMe.getMe,
} as const;
