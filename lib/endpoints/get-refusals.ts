import { listRefusals, RefusalsRequest, RefusalsResponse } from "../domain/refusals.ts";
import { type Route, readAt } from "../http/route.ts";
import { readEndpoint, type WithTable } from "../service.ts";
import { refusalStore } from "../store/refusals.ts";

/** An extension: the last day's refused scans. */
export const route = {
  id: "get-refusals",
  module: "trace",
  kind: "read",
  address: ({ routes }) => readAt(routes.refusals),
  access: { table: [], index: true, erp: false },
  input: RefusalsRequest,
  output: RefusalsResponse,
  summary: "The scans of the last day that were refused, newest first: which, why, and by whom",
  notes:
    "Those that had a key, and were refused for what is recorded or what the ERP says: their refusal is kept as the answer of the key. A request that is not valid in itself is not in it, nor one that was to be sent again. It comes from an index that may lag by a moment.",
  refusals: {},
  example: ({ site, zongpai, box_no, quantity, instant }) => ({
    requests: { all: {} },
    response: {
      refusals: [
        {
          refused_at: instant,
          who: "ada",
          reason: site.errors.product.duplicateBoxItem.code,
          zongpai,
          box_no,
          quantity,
        },
      ],
    },
  }),
} as const satisfies Route;

export const getRefusals = /* @__PURE__ */ readEndpoint({
  route,
  verb: listRefusals,
  dependencies: ({ site, table }: WithTable) => ({
    refusals: refusalStore(table, site),
  }),
});
