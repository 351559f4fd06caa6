import type { Site } from "#lib/site/schema.ts";
import type { DeploymentSettings } from "../deployment.ts";
import { functionsOf, type RouteFunction } from "../route-functions.ts";
import { exampleEvent } from "./example-event.ts";
import { exportOf } from "./export-of.ts";

/** A function of a site. */
export type PlannedFunction = {
  readonly id: string;
  /** The routes that it serves, and their rights. */
  readonly serves?: RouteFunction;
  /** Whether it asks the ERP's database itself. */
  readonly asksErp: boolean;
  /** Its entry module: a file from the project's root, or a text whose imports start from there. */
  readonly entry: { readonly file: string } | { readonly text: string };
};

/** Exports the handler of one endpoint, or one that chooses between those of a group. Each is a module of `functions/`. Primes one of them. */
const entryText = ({ id, routes }: RouteFunction, site: Site): string => {
  // A write has the longest chain.
  const first = routes.find(({ kind }) => kind === "write") ?? routes[0];
  const alone = routes[0].id === id;
  const group = [
    'import { groupHandlers } from "./lib/http/endpoint.ts";',
    "export const handler = groupHandlers({",
    ...routes.map(({ id, method, path }) => `  "${method} ${path}": ${exportOf(id)},`),
    "});",
  ];
  return [
    'import { primeHandler } from "./lib/lambda.ts";',
    ...routes.map(({ id }) => `import { handler as ${exportOf(id)} } from "./functions/${id}.ts";`),
    ...(alone ? [`export { ${exportOf(id)} as handler };`] : group),
    `export const primed = primeHandler(${exportOf(first.id)}, ${JSON.stringify(exampleEvent(first, site))});`,
  ].join("\n");
};

const planRouteFunction = (one: RouteFunction, site: Site): PlannedFunction => ({
  id: one.id,
  serves: one,
  asksErp: one.access.erp && !site.erp.connection,
  entry: { text: entryText(one, site) },
});

const lookupId = "erp-lookup";

const planPlainFunction = (id: string): PlannedFunction => ({
  id,
  asksErp: id === lookupId,
  entry: { file: `functions/other/${id}.ts` },
});

/** The functions that a deployment of a site has. */
export const planFunctions = (
  site: Site,
  deployment: Pick<DeploymentSettings, "functions" | "docs">,
): PlannedFunction[] => [
  ...functionsOf(site, deployment).map((one) => planRouteFunction(one, site)),
  ...[
    "unrouted",
    ...(site.auth.scheme === "jwt" ? ["authorizer"] : []),
    ...(deployment.docs ? ["docs"] : []),
    ...(site.pages ? ["pages"] : []),
    ...(site.erp.connection ? [lookupId] : []),
  ].map(planPlainFunction),
];
