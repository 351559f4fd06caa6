import { onLambda, withTable } from "#lambda";
import { BoxInfoRequest } from "#lib/domain/box-info.ts";
import { BoxStatusResponse, readBoxStatus } from "#lib/domain/box-status.ts";
import { addressOfRead } from "#lib/http/route.ts";
import { defineRoute, readEndpoint, type WithTable } from "#lib/service.ts";
import { boxStatusStore } from "#lib/store/box-queries.ts";

/** An extension, for the packer who closes a box. */
export const route = defineRoute({
  id: "get-box-status",
  module: "box",
  kind: "read",
  address: ({ routes }) => addressOfRead(routes.boxStatus),
  access: { table: ["Query", "BatchGetItem"] },
  input: BoxInfoRequest,
  output: BoxStatusResponse,
  summary: "The attachments of the goods in a box: configured, boxed and missing",
  notes: "An answer shows at most 100 items and entries; a box that nothing was saved in has none.",
  example: ({ box_no, zongpai, product, quantity, category, label }) => ({
    requests: { "a box": { box_no } },
    response: {
      box_no,
      items: [
        {
          zongpai,
          product,
          items_quantity: quantity,
          categories: [
            {
              category,
              label,
              quantity: 0,
              configured_quantity: quantity,
              boxed_quantity: 0,
              missing_quantity: quantity,
            },
          ],
        },
      ],
    },
  }),
});

export const getBoxStatus = /* @__PURE__ */ readEndpoint({
  route,
  verb: readBoxStatus,
  dependencies: ({ site, table }: WithTable) => ({
    boxes: boxStatusStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(getBoxStatus, withTable);
