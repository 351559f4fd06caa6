import { onLambda, withTable } from "#lambda";
import { AttachmentBoxEditRequest, AttachmentBoxResponse } from "#lib/domain/attachment-box.ts";
import { correctItem } from "#lib/domain/box-edit.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";

/** Specification §4: mirrors the correction of goods in a box. */
export const route = defineRoute({
  id: "patch-attachment-box",
  module: "attachment",
  kind: "write",
  corrects: true,
  address: { method: "PATCH", path: "/attachment/box" },
  access: { table: ["BatchGetItem", "PutItem", "UpdateItem"] },
  input: AttachmentBoxEditRequest,
  output: AttachmentBoxResponse,
  summary: "Correct the quantity of an attachment in a box",
  notes: "Of a category that the site gave up, a stored entry may become less, and be taken out.",
  refusals: {
    itemNotFound: true,
    capExceeded: true,
    categoryNotKnown: true,
  },
  example: ({ box_no, zongpai, category, quantity, instant }) => ({
    requests: { correction: { box_no, zongpai, category, quantity } },
    response: { box_no, zongpai, category, quantity, recorded_at: instant },
  }),
});

export const patchAttachmentBox = /* @__PURE__ */ writeEndpoint({
  route,
  verb: correctItem,
  dependencies: ({ site, table }: WithTable) => ({
    boxes: attachmentBoxStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(patchAttachmentBox, withTable);
