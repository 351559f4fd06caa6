import { exportOf } from "#infra/bundle/export-of.ts";
import { routeIds } from "#lib/route-ids.ts";

const mapText = (name: string, valueOfId: (id: string) => string) =>
  [
    `export const ${name} = {`,
    ...routeIds.map((id) => `  "${id}": ${valueOfId(id)},`),
    "} as const;",
    "",
  ].join("\n");

/** The text of `lib/endpoints.ts`, made only from the ids. */
export const endpointListText = (): string =>
  [
    "// Written by `npm run docs` from lib/route-ids.ts. A composition root: no other file of lib imports functions/.",
    ...routeIds.toSorted().map((id) => `import * as ${exportOf(id)} from "../functions/${id}.ts";`),
    "",
    "/** Specification §9: the route modules belong to a group named v1. */",
    mapText("v1", (id) => `${exportOf(id)}.route`),
    "/** The endpoints with their verbs, for a process that serves all of them. */",
    mapText("endpoints", (id) => `${exportOf(id)}.${exportOf(id)}`),
  ].join("\n");
