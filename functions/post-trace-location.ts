import { onLambda, withErpIfAsked } from "#lambda";
import { LocationRequest, LocationResponse } from "#lib/domain/location.ts";
import { registerGoods } from "#lib/domain/registration.ts";
import { isUnknownGoodsRefused, placeExamplesOf, placeRule } from "#lib/http/place-rule.ts";
import { defineRoute, type WithErpIfAsked, writeEndpoint } from "#lib/service.ts";
import { locationStore } from "#lib/store/locations.ts";

/** Specification §4: product shelving, the first endpoint of the service. */
export const route = defineRoute({
  id: "post-trace-location",
  module: "trace",
  kind: "write",
  address: { method: "POST", path: "/trace/location" },
  access: {
    table: ["PutItem", "UpdateItem"],
    // The row of the goods, where the ERP must know them.
    checks: ({ location }) => location.unknownGoods === "refuse",
    erp: isUnknownGoodsRefused,
  },
  input: LocationRequest,
  output: LocationResponse,
  summary: "Register where goods are, on a shelf or off it",
  notes: "The newest scan counts: a late one is recorded and moves nothing.",
  refusals: { zongpaiNotFound: isUnknownGoodsRefused },
  crossFieldRule: placeRule,
  example: (values) => placeExamplesOf({ zongpai: values.zongpai }, values),
});

export const postTraceLocation = /* @__PURE__ */ writeEndpoint({
  route,
  verb: registerGoods,
  dependencies: ({ site, table, erp }: WithErpIfAsked) => ({
    locations: locationStore(table, site),
    erp,
  }),
});

export const handler = /* @__PURE__ */ onLambda(postTraceLocation, withErpIfAsked);
