import { onLambda, withTable } from "#lambda";
import { OverviewRequest, OverviewResponse, readOverview } from "#lib/domain/overview.ts";
import type { InputField } from "#lib/fields.ts";
import { defineRoute, readEndpoint, type WithTable } from "#lib/service.ts";
import { overviewStore } from "#lib/store/overviews.ts";

/** Specification §4: the location overview (paicha); the site names its path. */
export const route = defineRoute({
  id: "location-overview",
  module: "location",
  kind: "read",
  address: ({ routes }) => ({ method: "GET", path: routes.overview }),
  access: { table: ["Query"], index: true, boxPlaces: true },
  input: OverviewRequest,
  output: OverviewResponse,
  summary:
    "Location overview (paicha) of the warehouse, an area, a location, off the shelf, or one zongpai",
  notes:
    "Pages may lag by a moment. Of one zongpai the location is exact, and only its boxes may lag. An entry that moves while a client pages may be seen on two pages, or on none.",
  crossFieldRule: (_, wireName) => {
    const names = (...fields: InputField[]) =>
      fields.map((field) => `\`${wireName(field)}\``).join(", ");
    return {
      sentence: `At most one of ${names("zongpai", "location", "area", "off_shelf")} may be given. ${names("cursor")} comes from the page before, with the same filters.`,
    };
  },
  example: ({ zongpai, location, area, instant }) => ({
    requests: { "an area": { area } },
    response: {
      locations: [
        { location, area, shown: 1, more: false, items: [{ zongpai, registered_at: instant }] },
      ],
      off_shelf: { shown: 0, more: false, items: [] },
    },
  }),
});

export const locationOverview = /* @__PURE__ */ readEndpoint({
  route,
  verb: readOverview,
  dependencies: ({ site, table }: WithTable) => ({
    places: overviewStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(locationOverview, withTable);
