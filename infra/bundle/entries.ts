import { type RouteRow, usesTable } from "#lib/route-row.ts";
import { type Route, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { exampleEvent } from "./example-event.ts";

/** A function of a site: the text of its entry module, whose imports start from the project's root. */
export type Planned = { readonly id: string; readonly access?: RouteRow["access"]; readonly entry: string };

/** Which function of `lib/here.ts` makes a route's handler on Lambda. */
const aroundOf = ({ kind, access }: RouteRow): string =>
  access.erp ? "asking" : kind === "write" ? "writing" : usesTable(access) ? "reading" : "alone";

/** The entry of a route's function; it also exports how to prime it. */
const routed = (route: Route, site: Site): Planned => ({
  id: route.id,
  access: route.row.access,
  entry: `
    import { make } from "./functions/${route.id}.ts";
    import { ${aroundOf(route.row)} as around } from "./lib/here.ts";
    const made = around(make);
    export const handler = made.handler;
    export const event = ${JSON.stringify(exampleEvent(route, site))};
    export const prime = () => made.prime(event);`,
});

const plain = (id: string): Planned => ({
  id,
  entry: `
    import { make } from "./functions/${id}.ts";
    import { unrouted as around } from "./lib/here.ts";
    export const { handler } = around(make);`,
});

/** The functions that a site deploys. */
export const planned = (site: Site): Planned[] => [
  ...routesOf(site).map((route) => routed(route, site)),
  ...[
    "unrouted",
    ...(site.auth.scheme === "jwt" ? ["authorizer"] : []),
    ...(site.docs.deployed ? ["docs"] : []),
    ...(site.pages ? ["pages"] : []),
  ].map(plain),
];
