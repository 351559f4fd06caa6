import { onLambda, withTable } from "#lambda";
import { BoxClearRequest, BoxLocationResponse } from "#lib/domain/location.ts";
import { clearBox as verb } from "#lib/domain/registration.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { locationStore } from "#lib/store/locations.ts";

/** An extension. */
export const route = defineRoute({
  id: "clear-box",
  module: "box",
  kind: "write",
  address: ({ routes }) => routes.clearBox,
  access: { table: ["PutItem", "UpdateItem"] },
  input: BoxClearRequest,
  output: BoxLocationResponse,
  summary: "Clear the place of a box that has left",
  notes:
    "Its contents stay, and its goods keep their own places: each is cleared for itself. As with a registration the newest scan counts: a later place ends the state. Nothing is refused for a box that has left, such as a save into it. The ERP is not asked whether it knows the box.",
  example: ({ box_no, instant }) => ({
    requests: { "a box": { box_no } },
    response: { box_no, off_shelf: true, cleared: true, registered_at: instant },
  }),
});

export const clearBox = /* @__PURE__ */ writeEndpoint({
  route,
  verb,
  dependencies: ({ site, table }: WithTable) => ({
    locations: locationStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(clearBox, withTable);
