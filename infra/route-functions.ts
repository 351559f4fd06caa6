import { accessOf, type Route } from "#lib/http/route.ts";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import type { DeploymentSettings } from "./deployment.ts";

const groupOf = (route: Route, site: Site) =>
  accessOf(route, site).erp ? "asks-erp" : route.kind === "write" ? "writes" : "reads";

/** The functions that serve a site's routes: one for each group of endpoints, or one for each endpoint, named as that. */
export const functionsOf = (site: Site, { functions }: Pick<DeploymentSettings, "functions">) => {
  const groups = Map.groupBy(routesOf(site), (route) =>
    functions === "endpoint" ? route.id : groupOf(route, site),
  );
  return [...groups].flatMap(([id, [first, ...others]]) => {
    if (!first) return [];
    const routes: readonly [ServedRoute, ...ServedRoute[]] = [first, ...others];
    const accesses = routes.map((route) => accessOf(route, site));
    const access = {
      table: [...new Set(accesses.flatMap(({ table }) => table))].toSorted(),
      index: accesses.some(({ index }) => index),
      erp: accesses.some(({ erp }) => erp),
    };
    return [{ id, routes, access }];
  });
};
export type RouteFunction = ReturnType<typeof functionsOf>[number];
