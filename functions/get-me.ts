import { onLambda, withSite } from "#lambda";
import { MeRequest, MeResponse, tellCaller } from "#lib/domain/me.ts";
import { addressOfRead } from "#lib/http/route.ts";
import { servedIds } from "#lib/served-ids.ts";
import { defineRoute, readEndpoint, type WithSite } from "#lib/service.ts";

/** An extension, for the pages. It is below their path: a fixed path has priority over that of their files. */
export const route = defineRoute({
  id: "get-me",
  module: "trace",
  kind: "read",
  address: ({ pages }) => pages && addressOfRead(`${pages.path}/me`),
  access: { table: [] },
  input: MeRequest,
  output: MeResponse,
  summary: "The caller's name, and the routes that the caller may use",
  notes:
    "The name is the one that history records. The routes are those that the site serves and the caller's roles allow, each by its `operationId`. Every caller with valid credentials may ask.",
  example: ({ site }) => ({
    requests: { all: {} },
    response: { who: "ada", routes: servedIds(site) },
  }),
});

export const getMe = /* @__PURE__ */ readEndpoint({
  route,
  verb: tellCaller,
  dependencies: ({ site }: WithSite) => ({ served: servedIds(site) }),
});

export const handler = /* @__PURE__ */ onLambda(getMe, withSite);
