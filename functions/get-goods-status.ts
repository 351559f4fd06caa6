import { onLambda, withErp } from "#lambda";
import { AttachmentStatusRequest } from "#lib/domain/attachment-status.ts";
import { GoodsStatusResponse, readGoodsStatus } from "#lib/domain/goods-status.ts";
import { addressOfRead } from "#lib/http/route.ts";
import { defineRoute, readEndpoint, type WithErp } from "#lib/service.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { overviewStore } from "#lib/store/overviews.ts";

/** An extension: one answer for one label. */
export const route = defineRoute({
  id: "get-goods-status",
  module: "trace",
  kind: "read",
  address: ({ routes }) => addressOfRead(routes.goodsStatus),
  access: { table: ["Query"], index: true, boxPlaces: true, erp: true },
  input: AttachmentStatusRequest,
  output: GoodsStatusResponse,
  summary: "All about one zongpai: its ERP row, place, boxes and attachments",
  notes:
    "The boxes are the first ones, and may lag by a moment; the overview of the zongpai has all.",
  example: ({ site, zongpai, product, box_no, category, label, quantity, location, instant }) => ({
    requests: { goods: { zongpai } },
    response: {
      zongpai,
      product,
      erp_state: site.erp.states.live,
      ordered_quantity: quantity,
      items_quantity: quantity,
      location,
      off_shelf: false,
      registered_at: instant,
      boxes: [{ box_no, quantity }],
      more: false,
      categories: [
        {
          category,
          label,
          configured: true,
          evidence: site.attachment.evidence.absent,
          boxed_quantity: 0,
          headroom: quantity,
        },
      ],
    },
  }),
});

export const getGoodsStatus = /* @__PURE__ */ readEndpoint({
  route,
  verb: readGoodsStatus,
  dependencies: ({ site, table, erp }: WithErp) => ({
    attachments: attachmentStore(table, site),
    places: overviewStore(table, site),
    erp,
  }),
});

export const handler = /* @__PURE__ */ onLambda(getGoodsStatus, withErp);
