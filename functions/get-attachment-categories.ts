import { onLambda, withSite } from "#lambda";
import { CategoriesRequest, CategoriesResponse, listCategories } from "#lib/domain/attachment.ts";
import { defineRoute, readEndpoint } from "#lib/service.ts";

/** Specification §2 and §4: the categories of the site. */
export const route = defineRoute({
  id: "get-attachment-categories",
  module: "attachment",
  kind: "read",
  address: { method: "GET", path: "/attachment/categories" },
  access: { table: [] },
  input: CategoriesRequest,
  output: CategoriesResponse,
  summary: "The attachment categories",
  notes: "The site's list, in its order.",
  example: ({ site }) => ({
    requests: { all: {} },
    response: {
      categories: site.attachment.categories.map(({ code, label }) => ({ category: code, label })),
    },
  }),
});

export const getAttachmentCategories = /* @__PURE__ */ readEndpoint({
  route,
  verb: listCategories,
  dependencies: () => ({}),
});

export const handler = /* @__PURE__ */ onLambda(getAttachmentCategories, withSite);
