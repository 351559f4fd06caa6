import { type Access, type Route, usesTable } from "#lib/http/route.ts";
import { functionsOf, primedBy, type RouteFunction } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { exampleEvent } from "./example-event.ts";
import { exportOf } from "./export-of.ts";

/** A function of a site. */
export type Planned = {
  readonly id: string;
  readonly access?: Access;
  /** Whether it asks the ERP's database itself. */
  readonly asksErp: boolean;
  /** Its entry module: a file from the project's root, or of a group the text, whose imports start from there. */
  readonly entry: { readonly file: string } | { readonly text: string };
  /** A request for each of its endpoints; its code cache holds what they run. */
  readonly events: readonly object[];
  /** The request that primes it when it starts. */
  readonly first?: object;
};

const openedFor = (access: Access): string =>
  access.erp ? "withErp" : usesTable(access) ? "withTable" : "withSite";

const groupEntry = ({ routes, access }: RouteFunction): string => {
  const open = openedFor(access);
  return [
    `import { onLambdaGroup, ${open} } from "./lib/lambda.ts";`,
    ...routes.map(({ id }) => `import { ${exportOf(id)} } from "./lib/endpoints/${id}.ts";`),
    "export const handler = onLambdaGroup({",
    ...routes.map(({ id, method, path }) => `  "${method} ${path}": ${exportOf(id)},`),
    `}, ${open});`,
  ].join("\n");
};

/** The text of `functions/<id>.ts`; a route that asks the ERP on some sites only opens what its site needs. */
export const functionText = ({ id, access }: Route): string => {
  const { erp } = access;
  const open = typeof erp === "function" ? "withErpIfAsked" : openedFor({ ...access, erp });
  return `import { ${exportOf(id)} } from "#lib/endpoints/${id}.ts";
import { onLambda, ${open} } from "#lib/lambda.ts";

export const handler = onLambda(${exportOf(id)}, ${open});
`;
};

const routed = (planned: RouteFunction, site: Site): Planned => {
  const { id, routes, access } = planned;
  return {
    id,
    access,
    asksErp: access.erp && !site.erp.connection,
    entry: routes[0].id === id ? { file: `functions/${id}.ts` } : { text: groupEntry(planned) },
    events: routes.map((route) => exampleEvent(route, site)),
    first: exampleEvent(primedBy(planned), site),
  };
};

const lookup = "erp-lookup";

const plain = (id: string): Planned => ({
  id,
  asksErp: id === lookup,
  entry: { file: `functions/${id}.ts` },
  // Runs a refusal only.
  events: [{}],
});

/** The functions that a site deploys. `hasDocs`: with the page that describes the API. */
export const planned = (site: Site, hasDocs = false): Planned[] => [
  ...functionsOf(site).map((one) => routed(one, site)),
  ...[
    "unrouted",
    ...(site.auth.scheme === "jwt" ? ["authorizer"] : []),
    ...(hasDocs ? ["docs"] : []),
    ...(site.pages ? ["pages"] : []),
    ...(site.erp.connection ? [lookup] : []),
  ].map(plain),
];
