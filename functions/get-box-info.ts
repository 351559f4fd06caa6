import { onLambda, withErp } from "#lambda";
import { BoxInfoRequest, BoxInfoResponse, readBoxInfo } from "#lib/domain/box-info.ts";
import { defineRoute, readEndpoint, type WithErp } from "#lib/service.ts";
import { boxContentsStore } from "#lib/store/box-queries.ts";
import { erpCopyStore } from "#lib/store/erp-copies.ts";

/** Specification §2 and §4: what the ERP says of a box, and what is saved in it. */
export const route = defineRoute({
  id: "get-box-info",
  module: "box",
  kind: "read",
  address: { method: "GET", path: "/box/info" },
  access: { table: ["Query", "PutItem", "DeleteItem"], erp: true },
  input: BoxInfoRequest,
  output: BoxInfoResponse,
  summary: "The ERP's row of a box, and the items saved in it",
  notes:
    "The ERP is asked each time; while it cannot be asked, its last row is shown as a copy. Where the site shows the names of products, goods have the name that was known when they were saved into the box. It may be older than the ERP's, or missing.",
  refusals: { boxNotFound: true, erpUnavailable: true, erpRowInvalid: true },
  example: ({ site, box_no, zongpai, product, quantity, columns, instant }) => ({
    requests: { "a box": { box_no } },
    response: {
      box_no,
      quantity,
      columns,
      erp_state: site.erp.states.live,
      items_quantity: quantity,
      items: [{ zongpai, product, quantity, recorded_at: instant }],
      entries: [],
    },
  }),
});

export const getBoxInfo = /* @__PURE__ */ readEndpoint({
  route,
  verb: readBoxInfo,
  dependencies: ({ site, table, erp }: WithErp) => ({
    boxes: boxContentsStore(table, site),
    copies: erpCopyStore(table, site),
    erp,
  }),
});

export const handler = /* @__PURE__ */ onLambda(getBoxInfo, withErp);
