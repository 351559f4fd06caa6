import { onLambda, withTable } from "#lambda";
import { hasConfiguredCap } from "#lib/domain/attachment-cap.ts";
import {
  AttachmentConfigRequest,
  AttachmentConfigResponse,
  replaceConfig,
} from "#lib/domain/attachment-config.ts";
import { defineRoute, type WithTable, writeEndpoint } from "#lib/service.ts";
import { attachmentStore } from "#lib/store/attachments.ts";
import { overviewStore } from "#lib/store/overviews.ts";

/** Specification §4: the configuration of attachments, replaced as a whole. */
export const route = defineRoute({
  id: "put-attachment-config",
  module: "attachment",
  kind: "write",
  address: { method: "PUT", path: "/attachment/config" },
  queryFields: ["dry_run"],
  access: { table: ["BatchGetItem", "Query", "PutItem", "UpdateItem"], index: true },
  input: AttachmentConfigRequest,
  output: AttachmentConfigResponse,
  summary: "Replace the whole attachment configuration of goods",
  notes: "The guard does not protect a category that the site gave up.",
  refusals: {
    categoryNotKnown: true,
    removalRefused: ({ attachment }) => attachment.removalGuard.length > 0,
    configuredBelowBoxed: hasConfiguredCap,
  },
  crossFieldRule: ({ accepts }, wireName) => ({
    sentence: `\`${wireName("entries")}\` ${accepts.categoryOnce}.`,
  }),
  example: ({ zongpai, category, quantity, instant }) => ({
    requests: { "one category": { zongpai, entries: [{ category, quantity }] } },
    response: {
      zongpai,
      entries: [{ category, quantity }],
      added: [category],
      removed: [],
      changed: [],
      blocked: [],
      recorded_at: instant,
    },
  }),
});

export const putAttachmentConfig = /* @__PURE__ */ writeEndpoint({
  route,
  verb: replaceConfig,
  dependencies: ({ site, table }: WithTable) => ({
    attachments: attachmentStore(table, site),
    places: overviewStore(table, site),
  }),
});

export const handler = /* @__PURE__ */ onLambda(putAttachmentConfig, withTable);
