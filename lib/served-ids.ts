import { type RouteId, routeIds } from "./route-ids.ts";
import type { Site } from "./site/schema.ts";

/** The answer that switches a route off. The endpoints' own addresses say the same, but importing them would load all schemas. */
const switchAnswers: { readonly [Id in RouteId]?: (site: Site) => unknown } = {
  "get-history": ({ routes }) => routes.history,
  "get-refusals": ({ routes }) => routes.refusals,
  "clear-place": ({ routes }) => routes.clear,
  "get-counts": ({ routes }) => routes.counts,
  "get-goods-status": ({ routes }) => routes.goodsStatus,
  "get-box-status": ({ routes }) => routes.boxStatus,
  "delete-box": ({ routes }) => routes.deleteBox,
  "move-item": ({ routes }) => routes.move,
  "post-box-location": ({ routes }) => routes.boxLocation,
  "get-me": ({ pages }) => pages,
};

/** The ids of the routes that a site serves. */
export const servedIds = (site: Site): RouteId[] =>
  routeIds.filter((id) => switchAnswers[id]?.(site) !== false);
