import { ClearRequest, ClearResponse } from "../domain/clear.ts";
import type { RouteRow } from "../http/route.ts";

/** An extension: goods that left are on the map no more, where the site wants it. */
export const clearPlace = {
  id: "clear-place",
  module: "trace",
  kind: "write",
  address: ({ routes }) => routes.clear,
  access: { table: ["PutItem", "UpdateItem"], index: false, erp: false },
  input: ClearRequest,
  output: ClearResponse,
  summary: "Take goods, or an attachment of them, off the map: they left",
  notes:
    "Their history stays, and so does what is boxed. Each attachment is cleared for itself. As with a registration the newest scan counts: an older one that comes later does not bring them back, and a late clearing changes nothing.",
  refusals: { categoryNotKnown: true },
  example: ({ zongpai, category, instant }) => ({
    requests: { goods: { zongpai }, "an attachment": { zongpai, category } },
    response: { zongpai, off_shelf: true, cleared: true, registered_at: instant },
  }),
} as const satisfies RouteRow;
