import { onLambda, withErpIfAsked } from "#lambda";
import { refusesUnknownBox } from "#lib/domain/box.ts";
import { BoxMoveRequest, BoxMoveResponse, moveItem as verb } from "#lib/domain/box-move.ts";
import { defineRoute, type WithErpIfAsked, writeEndpoint } from "#lib/service.ts";
import { boxMoveStore } from "#lib/store/boxes.ts";

/** An extension: the specification has only the deletion and the save. */
export const route = defineRoute({
  id: "move-item",
  module: "box",
  kind: "write",
  corrects: true,
  address: ({ routes }) => routes.move,
  access: {
    table: ["PutItem", "UpdateItem", "DeleteItem"],
    // The copy of the ERP's box, where the ERP must know it.
    checks: refusesUnknownBox,
    erp: refusesUnknownBox,
  },
  input: BoxMoveRequest,
  output: BoxMoveResponse,
  summary: "Move a quantity of goods, or of an attachment, from one box into another",
  notes:
    "The rest stays in its box. Caps and evidence are as before. An attachment of a category that the site gave up may be moved, too.",
  refusals: {
    duplicateBoxItem: true,
    itemNotFound: true,
    movedBeyondBoxed: true,
    boxNotFound: refusesUnknownBox,
    erpUnavailable: refusesUnknownBox,
    erpRowInvalid: refusesUnknownBox,
  },
  crossFieldRule: ({ accepts }, wireName) => ({
    sentence: `\`${wireName("to_box_no")}\` ${accepts.otherBox}.`,
  }),
  example: ({ box_no, to_box_no, zongpai, category, quantity, instant }) => ({
    requests: {
      goods: { box_no, to_box_no, zongpai, quantity },
      "an attachment": { box_no, to_box_no, zongpai, category, quantity },
    },
    response: { box_no, to_box_no, zongpai, quantity, recorded_at: instant },
  }),
});

export const moveItem = /* @__PURE__ */ writeEndpoint({
  route,
  verb,
  dependencies: ({ site, table, erp }: WithErpIfAsked) => ({
    boxes: boxMoveStore(table, site),
    erp,
  }),
});

export const handler = /* @__PURE__ */ onLambda(moveItem, withErpIfAsked);
