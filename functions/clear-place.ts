import { onLambda, withTable } from "#lambda";
import { ClearRequest, ClearResponse } from "#lib/domain/location.ts";
import { clearPlace as verb } from "#lib/domain/registration.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { locationStore } from "#lib/store/locations.ts";

/** An extension. */
export const route = defineRoute({
  id: "clear-place",
  module: "trace",
  kind: "write",
  formerCategories: true,
  address: ({ routes }) => routes.clear,
  access: { table: ["PutItem", "UpdateItem"] },
  input: ClearRequest,
  output: ClearResponse,
  summary: "Clear the place of goods that have left, or of one of their attachments",
  notes:
    "Their history stays, and so does what is boxed. Each attachment is cleared for itself. As with a registration the newest scan counts, whenever it comes.",
  refusals: { categoryNotKnown: true },
  example: ({ zongpai, category, instant }) => ({
    requests: { goods: { zongpai }, "an attachment": { zongpai, category } },
    response: { zongpai, off_shelf: true, cleared: true, registered_at: instant },
  }),
});

export const clearPlace = /* @__PURE__ */ writeEndpoint({
  route,
  verb,
  dependencies: ({ site, table }: WithTable) => ({
    locations: locationStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(clearPlace, withTable);
