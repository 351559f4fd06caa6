import { type RouteRow, usesTable } from "#lib/route-row.ts";
import { type Route, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { exampleEvent } from "./example-event.ts";

/** A function of a site: the text of a module whose imports are seen from the project's root. */
export type Planned = { readonly id: string; readonly access?: RouteRow["access"]; readonly entry: string };

/** What stands around a route's function on Lambda: the name of a function in `lib/here.ts`. */
const aroundOf = ({ kind, access }: RouteRow): string =>
  access.erp ? "asking" : kind === "write" ? "writing" : usesTable(access) ? "reading" : "alone";

/** A function that a route needs, which also tells its loader how to prime it. */
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
  ...["unrouted", ...(site.auth.scheme === "jwt" ? ["authorizer"] : []), ...(site.docs.deployed ? ["docs"] : [])].map(plain),
];
