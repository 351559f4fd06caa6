import { onLambda, withTable } from "#lambda";
import {
  AttachmentStatusRequest,
  AttachmentStatusResponse,
  readAttachmentStatus,
} from "#lib/domain/attachment-status.ts";
import { defineRoute, readEndpoint, type WithTable } from "#lib/service.ts";
import { attachmentStore } from "#lib/store/attachments.ts";

/** Specification §2 and §4: the attachments of goods. */
export const route = defineRoute({
  id: "get-attachment-status",
  module: "attachment",
  kind: "read",
  address: { method: "GET", path: "/attachment/status" },
  access: { table: ["Query"] },
  input: AttachmentStatusRequest,
  output: AttachmentStatusResponse,
  summary:
    "The configured, boxed or located attachments of goods: evidence, quantities and location",
  notes: "Every category that is configured, boxed or located, also one that the site gave up.",
  example: ({ site, zongpai, category, label, quantity, location, instant }) => ({
    requests: { goods: { zongpai } },
    response: {
      zongpai,
      revision: 1,
      categories: [
        {
          category,
          label,
          configured_quantity: quantity,
          configured: true,
          evidence: site.attachment.evidence.present,
          boxed_quantity: quantity,
          headroom: 0,
          location,
          off_shelf: false,
          registered_at: instant,
        },
      ],
    },
  }),
});

export const getAttachmentStatus = /* @__PURE__ */ readEndpoint({
  route,
  verb: readAttachmentStatus,
  dependencies: ({ site, table }: WithTable) => ({
    attachments: attachmentStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(getAttachmentStatus, withTable);
