import { onLambda, withErp } from "#lambda";
import { BoxSaveRequest, BoxSaveResponse, refusesUnknownBox, saveItem } from "#lib/domain/box.ts";
import { defineRoute, type WithErp, writeEndpoint } from "#lib/service.ts";
import { boxStore } from "#lib/store/boxes.ts";

/** Specification §2 and §4: goods into a box. */
export const route = defineRoute({
  id: "post-box",
  module: "box",
  kind: "write",
  address: { method: "POST", path: "/box" },
  access: {
    table: ["BatchGetItem", "PutItem", "UpdateItem"],
    // The copy of the ERP's box, where the ERP must know it.
    checks: refusesUnknownBox,
    erp: true,
  },
  input: BoxSaveRequest,
  output: BoxSaveResponse,
  summary: "Save goods into a box",
  notes: "An item is in a box once: another quantity is a correction.",
  refusals: {
    duplicateBoxItem: true,
    zongpaiNotFound: true,
    boxedBeyondOrdered: ({ box }) => box.beyondOrdered === "refuse",
    boxNotFound: refusesUnknownBox,
    erpUnavailable: true,
    erpRowInvalid: true,
  },
  example: ({ box_no, zongpai, quantity, instant }) => ({
    requests: { goods: { box_no, zongpai, quantity } },
    response: { box_no, zongpai, quantity, recorded_at: instant },
  }),
});

export const postBox = /* @__PURE__ */ writeEndpoint({
  route,
  verb: saveItem,
  dependencies: ({ site, table, erp }: WithErp) => ({
    boxes: boxStore(table, site),
    erp,
  }),
});

export const handler = /* @__PURE__ */ onLambda(postBox, withErp);
