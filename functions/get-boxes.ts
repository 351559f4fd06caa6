import { onLambda, withErpIfAsked } from "#lambda";
import { BoxListRequest, BoxListResponse, listBoxes } from "#lib/domain/box-list.ts";
import { addressOfRead } from "#lib/http/route.ts";
import { defineRoute, readEndpoint, type WithErpIfAsked } from "#lib/service.ts";
import type { Site } from "#lib/site/schema.ts";
import { boxListStore } from "#lib/store/box-lists.ts";
import { boxSumStore } from "#lib/store/box-queries.ts";

const hasDays = ({ erp }: Site) => erp.boxes.day !== false;

/** An extension, for who ships: what is complete, and what is missing. */
export const route = defineRoute({
  id: "get-boxes",
  module: "box",
  kind: "read",
  address: ({ routes }) => addressOfRead(routes.boxes),
  access: { table: ["Query"], index: true, erp: hasDays },
  input: BoxListRequest,
  output: BoxListResponse,
  summary: "The boxes of a day with what is recorded of each, or the boxes that have a place",
  notes:
    "Where the ERP has the day, its boxes come in the order of their numbers, and one that nothing was saved in has 0. Without a day, and while the ERP cannot be asked, the list has the boxes with a place and no `day`; their quantity is that of the last copy of the ERP's row. Such a page may be short although a cursor follows. A box without a quantity has no row in the ERP, or one that does not fit.",
  refusals: { erpUnavailable: hasDays },
  example: ({ site, box_no, quantity, location, instant }) => ({
    requests: { "a day": { day: instant.slice(0, 10) } },
    response: {
      ...(hasDays(site) && { day: instant.slice(0, 10), erp_state: site.erp.states.live }),
      boxes: [
        {
          box_no,
          quantity,
          items_quantity: quantity,
          goods_count: 1,
          recorded_at: instant,
          more: false,
          ...(site.routes.boxLocation && { location, off_shelf: false, registered_at: instant }),
        },
      ],
    },
  }),
});

export const getBoxes = /* @__PURE__ */ readEndpoint({
  route,
  verb: listBoxes,
  dependencies: ({ site, table, erp }: WithErpIfAsked) => ({
    lists: boxListStore(table),
    boxes: boxSumStore(table, site),
    erp: hasDays(site) ? erp : undefined,
  }),
});

export const handler = /* @__PURE__ */ onLambda(getBoxes, withErpIfAsked);
