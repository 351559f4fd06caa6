import { BoxLocationRequest, BoxLocationResponse } from "../domain/location.ts";
import { registerBox } from "../domain/registration.ts";
import { placeExamplesOf, placeRule } from "../http/place-rule.ts";
import { defineRoute, type WithTable, writeEndpoint } from "../service.ts";
import { locationStore } from "../store/locations.ts";

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
