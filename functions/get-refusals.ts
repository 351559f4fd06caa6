import { onLambda, withTable } from "#lambda";
import { listRefusals, RefusalsRequest, RefusalsResponse } from "#lib/domain/refusals.ts";
import { serializeRefusalValues } from "#lib/domain/value.ts";
import { addressOfRead } from "#lib/http/route.ts";
import { defineRoute, readEndpoint, type WithTable } from "#lib/service.ts";
import { refusalStore } from "#lib/store/refusals.ts";

/** An extension. */
export const route = defineRoute({
  id: "get-refusals",
  module: "trace",
  kind: "read",
  address: ({ routes }) => addressOfRead(routes.refusals),
  access: { table: [], index: true },
  input: RefusalsRequest,
  output: RefusalsResponse,
  summary: "The last day's refused scans, newest first",
  notes:
    "Those that had a key, and were refused for what is recorded or what the ERP says; not those that were invalid in themselves, or to be sent again. It may lag by a moment.",
  example: ({ site, zongpai, box_no, quantity, instant }) => ({
    requests: { all: {} },
    response: {
      refusals: [
        {
          refused_at: instant,
          who: "ada",
          reason: site.errors.product.duplicateBoxItem.code,
          message: `${zongpai} is already in box ${box_no}, with quantity ${quantity}.`,
          ...(site.extensions.refusalValues && {
            values: serializeRefusalValues(
              { condition: "duplicateBoxItem", detail: { zongpai, box_no, quantity } },
              0,
            ),
          }),
          zongpai,
          box_no,
          quantity,
        },
      ],
    },
  }),
});

export const getRefusals = /* @__PURE__ */ readEndpoint({
  route,
  verb: listRefusals,
  dependencies: ({ table }: WithTable) => ({ refusals: refusalStore(table) }),
});

export const handler = /* @__PURE__ */ onLambda(getRefusals, withTable);
