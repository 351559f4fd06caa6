import { onLambda, withTable } from "#lambda";
import { HistoryRequest, HistoryResponse, readGoodsHistory } from "#lib/domain/goods-history.ts";
import { addressOfRead } from "#lib/http/route.ts";
import { defineRoute, readEndpoint, type WithTable } from "#lib/service.ts";
import { historyStore } from "#lib/store/history.ts";

/** An extension: what happened to goods. */
export const route = defineRoute({
  id: "get-history",
  module: "trace",
  kind: "read",
  address: ({ routes }) => addressOfRead(routes.history),
  access: { table: [], index: true },
  input: HistoryRequest,
  output: HistoryResponse,
  summary: "The history of goods, newest first",
  notes:
    "Recorded writes only, each once; it may lag by a moment. By `recorded_at` what happened to goods in boxes, and to attachments, stands in the order in which it took effect, and so do the places of the goods: their newest line is the present state, but for late scans, which change nothing. Between the two the order is that of arrival: a line may still appear below one that was read, and a page is no feed. Of a registration or a configuration, `before` is shown if the one before it is on this page or the next.",
  example: ({ site, zongpai, location, instant }) => ({
    requests: { goods: { zongpai } },
    response: {
      zongpai,
      events: [
        {
          recorded_at: instant,
          who: "ada",
          did: site.history.did.moved,
          location,
          off_shelf: false,
          registered_at: instant,
          before: { off_shelf: true },
        },
      ],
    },
  }),
});

export const getHistory = /* @__PURE__ */ readEndpoint({
  route,
  verb: readGoodsHistory,
  dependencies: ({ table }: WithTable) => ({ histories: historyStore(table) }),
});

export const handler = /* @__PURE__ */ onLambda(getHistory, withTable);
