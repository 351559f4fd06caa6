import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { code, type Parts, table } from "./markdown.ts";

/** docs/endpoints.md: the route table of a site; fields and answers are in the description. */
export const endpointsParts = (site: Site): Parts => ({
  endpoints: table(
    ["route", "what it does", "module", "success", "id"],
    routesOf(site).map(({ id, method, path, ...route }) => [
      code(`${method} ${path}`),
      route.summary,
      route.module,
      String(site.success[id]),
      code(id),
    ]),
  ),
});
