import { LocationRequest, LocationResponse, registerLocation } from "../domain/location.ts";
import type { Between, RouteRow } from "../http/route.ts";
import { type WithErpIfAsked, writeEndpoint } from "../service.ts";
import type { Site } from "../site/schema.ts";
import { locationStore } from "../store/locations.ts";

/**
 * Either a shelf code or off shelf, where the site may allow a note. The schema says what is refused, under `not`: of an `anyOf`
 * generated clients make classes that lack every other field.
 */
export const placeRule: Between = ({ accepts, formats, location: { offShelfNote } }, name) => {
  const [location, off] = [name("location"), name("off_shelf")];
  const has = (field: string, value: object = {}) => ({
    required: [field],
    properties: { [field]: value },
  });
  return {
    sentence: `\`${location}\` ${accepts.locationOrOffShelf}.`,
    schema: {
      not: {
        if: has(off, { const: true }),
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
        then: has(location, offShelfNote ? { minLength: offShelfNote.maxLength + 1 } : {}),
        else: {
          not: has(location, offShelfNote ? { pattern: formats.location.pattern.source } : {}),
        },
      },
    },
  };
};

/** Whether a place is registered only of goods that the ERP knows. */
export const unknownGoodsRefused = ({ location }: Site): boolean =>
  location.unknownGoods === "refuse";

/** Specification §4: product shelving, the first endpoint of the service. */
export const route = {
  id: "post-trace-location",
  module: "trace",
  kind: "write",
  address: { method: "POST", path: "/trace/location" },
  access: {
    table: ["PutItem", "UpdateItem", "ConditionCheckItem"],
    index: false,
    erp: unknownGoodsRefused,
  },
  input: { name: "LocationRequest", schema: LocationRequest },
  output: { name: "LocationResponse", schema: LocationResponse },
  summary: "Register where goods are, on a shelf or off it",
  refusals: { zongpaiNotFound: unknownGoodsRefused },
  between: placeRule,
  example: ({ zongpai, location, instant }) => ({
    requests: {
      "on a shelf": { zongpai, location },
      "off the shelf": { zongpai, off_shelf: true },
    },
    response: { zongpai, location, off_shelf: false, registered_at: instant },
  }),
} as const satisfies RouteRow;

export const postTraceLocation = /* @__PURE__ */ writeEndpoint({
  route,
  verb: registerLocation,
  dependencies: ({ site, table, erp }: WithErpIfAsked) => ({
    locations: locationStore(table, site),
    erp,
  }),
});
