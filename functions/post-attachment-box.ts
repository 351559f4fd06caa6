import { onLambda, withErp } from "#lambda";
import { AttachmentBoxRequest, AttachmentBoxResponse } from "#lib/domain/attachment-box.ts";
import { refusesUnknownBox, saveItem } from "#lib/domain/box.ts";
import { defineRoute, type WithErp, writeEndpoint } from "#lib/service.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";

/** Specification §4: mirrors saving goods into a box. */
export const route = defineRoute({
  id: "post-attachment-box",
  module: "attachment",
  kind: "write",
  address: { method: "POST", path: "/attachment/box" },
  access: {
    table: ["PutItem", "UpdateItem"],
    // The copy of the ERP's box, where the ERP must know it.
    checks: refusesUnknownBox,
    erp: true,
  },
  input: AttachmentBoxRequest,
  output: AttachmentBoxResponse,
  summary: "Save an attachment into a box",
  notes: "Only of a configured category, and up to its cap.",
  refusals: {
    duplicateBoxItem: true,
    categoryNotKnown: true,
    categoryNotConfigured: true,
    capExceeded: true,
    zongpaiNotFound: true,
    boxNotFound: refusesUnknownBox,
    erpUnavailable: true,
    erpRowInvalid: true,
  },
  example: ({ box_no, zongpai, category, quantity, instant }) => ({
    requests: { attachment: { box_no, zongpai, category, quantity } },
    response: { box_no, zongpai, category, quantity, recorded_at: instant },
  }),
});

export const postAttachmentBox = /* @__PURE__ */ writeEndpoint({
  route,
  verb: saveItem,
  dependencies: ({ site, table, erp }: WithErp) => ({
    boxes: attachmentBoxStore(table, site),
    erp,
  }),
});

export const handler = /* @__PURE__ */ onLambda(postAttachmentBox, withErp);
