// Written by `npm run docs` from lib/route-ids.ts. A composition root: no other file of lib imports functions/.
import * as clearBox from "../functions/clear-box.ts";
import * as clearPlace from "../functions/clear-place.ts";
import * as deleteAttachmentBox from "../functions/delete-attachment-box.ts";
import * as deleteBox from "../functions/delete-box.ts";
import * as editBox from "../functions/edit-box.ts";
import * as getAttachmentCategories from "../functions/get-attachment-categories.ts";
import * as getAttachmentStatus from "../functions/get-attachment-status.ts";
import * as getBoxInfo from "../functions/get-box-info.ts";
import * as getBoxStatus from "../functions/get-box-status.ts";
import * as getBoxes from "../functions/get-boxes.ts";
import * as getCounts from "../functions/get-counts.ts";
import * as getGoodsStatus from "../functions/get-goods-status.ts";
import * as getHistory from "../functions/get-history.ts";
import * as getMe from "../functions/get-me.ts";
import * as getRefusals from "../functions/get-refusals.ts";
import * as locationOverview from "../functions/location-overview.ts";
import * as moveItem from "../functions/move-item.ts";
import * as patchAttachmentBox from "../functions/patch-attachment-box.ts";
import * as postAttachmentBox from "../functions/post-attachment-box.ts";
import * as postAttachmentLocation from "../functions/post-attachment-location.ts";
import * as postBox from "../functions/post-box.ts";
import * as postBoxLocation from "../functions/post-box-location.ts";
import * as postTraceLocation from "../functions/post-trace-location.ts";
import * as putAttachmentConfig from "../functions/put-attachment-config.ts";

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
  "get-boxes": getBoxes.route,
  "post-box": postBox.route,
  "edit-box": editBox.route,
  "delete-box": deleteBox.route,
  "move-item": moveItem.route,
  "post-box-location": postBoxLocation.route,
  "clear-box": clearBox.route,
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
  "get-boxes": getBoxes.getBoxes,
  "post-box": postBox.postBox,
  "edit-box": editBox.editBox,
  "delete-box": deleteBox.deleteBox,
  "move-item": moveItem.moveItem,
  "post-box-location": postBoxLocation.postBoxLocation,
  "clear-box": clearBox.clearBox,
  "get-attachment-categories": getAttachmentCategories.getAttachmentCategories,
  "get-attachment-status": getAttachmentStatus.getAttachmentStatus,
  "put-attachment-config": putAttachmentConfig.putAttachmentConfig,
  "post-attachment-location": postAttachmentLocation.postAttachmentLocation,
  "post-attachment-box": postAttachmentBox.postAttachmentBox,
  "patch-attachment-box": patchAttachmentBox.patchAttachmentBox,
  "delete-attachment-box": deleteAttachmentBox.deleteAttachmentBox,
  "get-me": getMe.getMe,
} as const;
