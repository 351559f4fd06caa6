import * as z from "zod";
import { type Route, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

type Json = z.core.JSONSchema.BaseSchema;

/** A JSON schema as TypeScript writes it, on one line; what it cannot say is `unknown`. */
const typeOf = (schema: Json | boolean): string => {
  if (typeof schema === "boolean") return "unknown";
  const {
    anyOf,
    const: only,
    enum: some,
    type,
    items,
    properties,
    required = [],
    additionalProperties,
  } = schema;
  if (anyOf) return anyOf.map((part) => typeOf(part as Json)).join(" | ");
  if (only !== undefined) return JSON.stringify(only);
  if (some) return some.map((value) => JSON.stringify(value)).join(" | ");
  if (type === "array") return `readonly (${typeOf(items as Json)})[]`;
  if (type === "integer") return "number";
  if (type !== "object") return typeof type === "string" ? type : "unknown";
  const fields = Object.entries(properties ?? {}).map(
    ([name, part]) =>
      `readonly ${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(part as Json)}`,
  );
  if (fields.length === 0 && typeof additionalProperties === "object")
    return `Readonly<Record<string, ${typeOf(additionalProperties as Json)}>>`;
  return `{ ${fields.join("; ")} }`;
};

const travelling = (schema: z.ZodType) =>
  typeOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json);

const entry = ({ id, row }: Route, site: Site) =>
  `  ${JSON.stringify(id)}: {
    kind: "${row.kind}";
    fields: ${travelling(row.input(site))};
    answer: ${travelling(row.output(site))};
  };`;

/** What `scanner/client/requests.ts` says of every route, written out for one site: a package carries no schemas. */
export const requestTypes = (site: Site): string => `import type { RouteId } from "../route-ids.js";

/** Each route that the site ${site.name} serves, under canonical names, as it travels. */
export interface Routes {
${routesOf(site)
  .map((route) => entry(route, site))
  .join("\n")}
}

type Served = Extract<RouteId, keyof Routes>;
/** The routes that change something; only these wait in the queue. */
export type WriteId = { [Id in Served]: Routes[Id]["kind"] extends "write" ? Id : never }[Served];
export type ReadId = Exclude<Served, WriteId>;
/** The fields of a request. */
export type Fields<Id extends RouteId> = Id extends Served ? Routes[Id]["fields"] : never;
/** The answer of a route. */
export type Answer<Id extends RouteId> = Id extends Served ? Routes[Id]["answer"] : never;
`;
