import { onLambda, withTable } from "#lambda";
import { isGoodsBelowUseRefused } from "#lib/domain/attachment-cap.ts";
import { BoxSaveResponse } from "#lib/domain/box.ts";
import { BoxEditRequest, correctItem } from "#lib/domain/box-edit.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";

/** Specification §4: assignments are editable; with the method and on the path that the site names. */
export const route = defineRoute({
  id: "edit-box",
  module: "box",
  kind: "write",
  corrects: true,
  address: ({ routes }) => routes.editBox,
  access: { table: ["BatchGetItem", "PutItem", "UpdateItem"] },
  input: BoxEditRequest,
  output: BoxSaveResponse,
  summary: "Correct the quantity of goods in a box",
  notes: "Sets the quantity of an item that is in the box.",
  refusals: {
    itemNotFound: true,
    boxedBeyondOrdered: ({ box }) => box.beyondOrdered === "refuse",
    capExceeded: isGoodsBelowUseRefused,
  },
  example: ({ box_no, zongpai, quantity, instant }) => ({
    requests: { correction: { box_no, zongpai, quantity } },
    response: { box_no, zongpai, quantity, recorded_at: instant },
  }),
});

export const editBox = /* @__PURE__ */ writeEndpoint({
  route,
  verb: correctItem,
  dependencies: ({ site, table }: WithTable) => ({
    boxes: boxStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(editBox, withTable);
