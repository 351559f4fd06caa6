import { onLambda, withTable } from "#lambda";
import { CountsRequest, CountsResponse, countPlaces } from "#lib/domain/counts.ts";
import { addressOfRead, type RouteExamples } from "#lib/http/route.ts";
import { defineRoute, readEndpoint, type WithTable } from "#lib/service.ts";
import { countStore } from "#lib/store/counts.ts";

/** An extension: how much is on the shelves. */
export const route = defineRoute({
  id: "get-counts",
  module: "location",
  kind: "read",
  address: ({ routes }) => addressOfRead(routes.counts),
  access: { table: [], index: true },
  input: CountsRequest,
  output: CountsResponse,
  summary:
    "How many goods and attachments are on the shelves of each area, or of one area and its locations",
  notes:
    "Each area is counted up to a limit: with `more` there are more than the numbers say, and locations may be missing. Boxes are not counted: an area with boxes alone has zeros, as an empty one, and a location with boxes alone is not listed. It may lag by a moment.",
  example: ({ site, area, location }): RouteExamples => {
    const count = { goods_count: 7, attachments_count: 2, more: false };
    return site.location.areas === false
      ? {
          requests: { "an area": { area } },
          response: { areas: [{ area, ...count }], locations: [{ location, ...count }] },
        }
      : {
          requests: { "every area": {}, "an area": { area } },
          response: { areas: [{ area, ...count }], other_areas: { ...count, goods_count: 0 } },
        };
  },
});

export const getCounts = /* @__PURE__ */ readEndpoint({
  route,
  verb: countPlaces,
  dependencies: ({ table }: WithTable) => ({ places: countStore(table) }),
});

export const handler = /* @__PURE__ */ onLambda(getCounts, withTable);
