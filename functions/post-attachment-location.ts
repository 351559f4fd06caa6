import { onLambda, withErpIfAsked } from "#lambda";
import { AttachmentLocationRequest, AttachmentLocationResponse } from "#lib/domain/location.ts";
import { registerAttachment } from "#lib/domain/registration.ts";
import { isUnknownGoodsRefused, placeExamplesOf, placeRule } from "#lib/http/place-rule.ts";
import { defineRoute, type WithErpIfAsked, writeEndpoint } from "#lib/service.ts";
import { locationStore } from "#lib/store/locations.ts";

/** Specification §4: mirrors product shelving. */
export const route = defineRoute({
  id: "post-attachment-location",
  module: "attachment",
  kind: "write",
  address: { method: "POST", path: "/attachment/location" },
  access: { table: ["PutItem", "UpdateItem"], erp: isUnknownGoodsRefused },
  input: AttachmentLocationRequest,
  output: AttachmentLocationResponse,
  summary: "Register where an attachment is, on a shelf or off it",
  notes: "The newest scan counts: a late one is recorded and moves nothing.",
  refusals: {
    zongpaiNotFound: isUnknownGoodsRefused,
    categoryNotKnown: true,
    categoryNotConfigured: ({ attachment }) => attachment.unconfiguredLocation === "refuse",
  },
  crossFieldRule: placeRule,
  example: (values) =>
    placeExamplesOf({ zongpai: values.zongpai, category: values.category }, values),
});

export const postAttachmentLocation = /* @__PURE__ */ writeEndpoint({
  route,
  verb: registerAttachment,
  dependencies: ({ site, table, erp }: WithErpIfAsked) => ({
    locations: locationStore(table, site),
    erp,
  }),
});

export const handler = /* @__PURE__ */ onLambda(postAttachmentLocation, withErpIfAsked);
