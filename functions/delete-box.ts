import { onLambda, withTable } from "#lambda";
import { isGoodsBelowUseRefused } from "#lib/domain/attachment-cap.ts";
import { BoxSaveResponse } from "#lib/domain/box.ts";
import { BoxDeleteRequest, correctItem } from "#lib/domain/box-edit.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";

/** Specification §4: goods out of a box; on the path that the site names, if it names one. */
export const route = defineRoute({
  id: "delete-box",
  module: "box",
  kind: "write",
  corrects: true,
  address: ({ routes }) => routes.deleteBox,
  fieldsIn: ({ routes }) => routes.deleteFields,
  access: {
    table: ["BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"],
  },
  input: BoxDeleteRequest,
  output: BoxSaveResponse,
  summary: "Take goods out of a box; the answer has the removed quantity",
  notes: "Takes the whole item out; it may be saved again later.",
  refusals: {
    itemNotFound: true,
    capExceeded: isGoodsBelowUseRefused,
  },
  example: ({ box_no, zongpai, quantity, instant }) => ({
    requests: { goods: { box_no, zongpai } },
    response: { box_no, zongpai, quantity, recorded_at: instant },
  }),
});

export const deleteBox = /* @__PURE__ */ writeEndpoint({
  route,
  verb: correctItem,
  dependencies: ({ site, table }: WithTable) => ({
    boxes: boxStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(deleteBox, withTable);
