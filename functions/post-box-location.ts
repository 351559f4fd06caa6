import { onLambda, withTable } from "#lambda";
import { BoxLocationRequest, BoxLocationResponse } from "#lib/domain/location.ts";
import { registerBox } from "#lib/domain/registration.ts";
import { placeExamplesOf, placeRule } from "#lib/http/place-rule.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { locationStore } from "#lib/store/locations.ts";

/** An extension: boxes have places, too. */
export const route = defineRoute({
  id: "post-box-location",
  module: "box",
  kind: "write",
  address: ({ routes }) => routes.boxLocation,
  access: { table: ["PutItem", "UpdateItem"] },
  input: BoxLocationRequest,
  output: BoxLocationResponse,
  summary: "Register where a box is, on a shelf or off it",
  notes:
    "The newest scan counts: a late one is recorded and moves nothing. The goods in the box keep their own places. The ERP is not asked whether it knows the box.",
  crossFieldRule: placeRule,
  example: (values) => placeExamplesOf({ box_no: values.box_no }, values),
});

export const postBoxLocation = /* @__PURE__ */ writeEndpoint({
  route,
  verb: registerBox,
  dependencies: ({ site, table }: WithTable) => ({
    locations: locationStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(postBoxLocation, withTable);
