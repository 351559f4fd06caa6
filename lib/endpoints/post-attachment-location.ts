import {
  AttachmentLocationRequest,
  AttachmentLocationResponse,
} from "../domain/attachment-location.ts";
import type { RouteRow } from "../http/route.ts";
import { placeRule, unknownGoodsRefused } from "./place-rule.ts";

/** Specification §4: mirrors product shelving. */
export const postAttachmentLocation = {
  id: "post-attachment-location",
  module: "attachment",
  kind: "write",
  address: { method: "POST", path: "/attachment/location" },
  access: { table: ["PutItem", "UpdateItem"], index: false, erp: unknownGoodsRefused },
  input: AttachmentLocationRequest,
  output: AttachmentLocationResponse,
  summary: "Register where an attachment is, on a shelf or off it",
  refusals: {
    zongpaiNotFound: unknownGoodsRefused,
    categoryNotKnown: true,
    categoryNotConfigured: ({ attachment }) => attachment.unconfiguredLocation === "refuse",
  },
  between: placeRule,
  next: { "get-attachment-status": ["zongpai"] },
  example: ({ zongpai, category, location, instant }) => ({
    requests: {
      "on a shelf": { zongpai, category, location },
      "off the shelf": { zongpai, category, off_shelf: true },
    },
    response: { zongpai, category, location, off_shelf: false, registered_at: instant },
  }),
} as const satisfies RouteRow;
