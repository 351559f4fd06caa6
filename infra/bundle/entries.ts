import type { Access } from "#lib/http/route.ts";
import { aroundOf, functionsOf, type RouteFunction, rehearsedBy } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { exampleEvent } from "./example-event.ts";

/** A function of a site: the text of its entry module, whose imports start from the project's root. */
export type Planned = {
  readonly id: string;
  readonly access?: Access;
  /** Whether it asks the ERP's database itself. */
  readonly asksErp: boolean;
  readonly entry: string;
  /** A request for each of its routes; its code cache holds what they run. */
  readonly events: readonly object[];
};

/** The entry of a function for routes; it also exports how to prime it. */
const routed = (planned: RouteFunction, site: Site): Planned => {
  const { id, routes, access } = planned;
  const makes = routes.map(
    ({ id }, at) => `import { make as make${at} } from "./functions/${id}.ts";`,
  );
  const table = routes.map(
    ({ method, path }, at) => `${JSON.stringify(`${method} ${path}`)}: make${at}`,
  );
  const around = aroundOf(planned, site);
  return {
    id,
    access,
    asksErp: around === "asking",
    entry: `
    ${makes.join("\n    ")}
    import { ${around} as around } from "./lib/lambda.ts";
    import { grouped } from "./lib/http/grouped.ts";
    const made = around(grouped({ ${table.join(", ")} }));
    export const handler = made.handler;
    export const prime = () => made.prime(${JSON.stringify(exampleEvent(rehearsedBy(planned), site))});`,
    events: routes.map((route) => exampleEvent(route, site)),
  };
};

/** The function that asks the ERP's server for the others. */
const lookup = "erp-lookup";

const plain = (id: string): Planned => ({
  id,
  asksErp: id === lookup,
  entry: `
    import { make } from "./functions/${id}.ts";
    import { ${id === lookup ? "lookingUp" : "unrouted"} as around } from "./lib/lambda.ts";
    export const { handler } = around(make);`,
  // Runs a refusal only.
  events: [{}],
});

/** The functions that a site deploys. */
export const planned = (site: Site): Planned[] => [
  ...functionsOf(site).map((one) => routed(one, site)),
  ...[
    "unrouted",
    ...(site.auth.scheme === "jwt" ? ["authorizer"] : []),
    ...(site.docs.deployed ? ["docs"] : []),
    ...(site.pages ? ["pages"] : []),
    ...(site.erp.connection ? [lookup] : []),
  ].map(plain),
];
