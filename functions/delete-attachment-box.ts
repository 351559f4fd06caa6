import { onLambda, withTable } from "#lambda";
import { AttachmentBoxDeleteRequest, AttachmentBoxResponse } from "#lib/domain/attachment-box.ts";
import { correctItem } from "#lib/domain/box-edit.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { attachmentBoxStore } from "#lib/store/attachment-boxes.ts";

/** Specification §4: mirrors the deletion of goods from a box. */
export const route = defineRoute({
  id: "delete-attachment-box",
  module: "attachment",
  kind: "write",
  corrects: true,
  address: { method: "DELETE", path: "/attachment/box" },
  fieldsIn: ({ routes }) => routes.deleteFields,
  access: {
    table: ["BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"],
  },
  input: AttachmentBoxDeleteRequest,
  output: AttachmentBoxResponse,
  summary: "Take an attachment out of a box; the answer has the removed quantity",
  notes: "Of a category that the site gave up, a stored entry may become less, and be taken out.",
  refusals: {
    itemNotFound: true,
    categoryNotKnown: true,
  },
  example: ({ box_no, zongpai, category, quantity, instant }) => ({
    requests: { attachment: { box_no, zongpai, category } },
    response: { box_no, zongpai, category, quantity, recorded_at: instant },
  }),
});

export const deleteAttachmentBox = /* @__PURE__ */ writeEndpoint({
  route,
  verb: correctItem,
  dependencies: ({ site, table }: WithTable) => ({
    boxes: attachmentBoxStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(deleteAttachmentBox, withTable);
