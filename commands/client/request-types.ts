import * as z from "zod/mini";
import { routesOf, type ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

type Json = z.core.JSONSchema.BaseSchema;

/** A JSON schema as TypeScript writes it, on one line; what it cannot say is `unknown`. */
const typeOf = (schema: Json | boolean): string => {
  if (typeof schema === "boolean") return "unknown";
  const { anyOf, const: only, enum: some, type, items, properties, required = [] } = schema;
  const { additionalProperties: others } = schema;
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
  if (fields.length === 0 && typeof others === "object")
    return `Readonly<Record<string, ${typeOf(others as Json)}>>`;
  return `{ ${fields.join("; ")} }`;
};

const asSent = (schema: z.core.$ZodType) =>
  typeOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json);

const entry = ({ id, kind, input, output }: ServedRoute, site: Site) =>
  `  ${JSON.stringify(id)}: {
    kind: "${kind}";
    fields: ${asSent(input(site))};
    answer: ${asSent(output(site))};
  };`;

/** The declarations of a package's client: the scanner's, with the routes of one site. */
export const clientTypes = (
  site: Site,
): string => `import type * as scanner from "./types/index.ts";

export * from "./types/index.ts";

/** Each route that the site ${site.name} serves, under canonical names, as it travels. */
export type Requests = {
${routesOf(site)
  .map((route) => entry(route, site))
  .join("\n")}
};

/** The routes that change something; only these wait in the queue. */
export type WriteId = scanner.WriteId<Requests>;
export type ReadId = scanner.ReadId<Requests>;
/** The fields of a request. */
export type Fields<Id extends keyof Requests> = Requests[Id]["fields"];
/** The answer of a route. */
export type Answer<Id extends keyof Requests> = Requests[Id]["answer"];
export type ClientOptions = scanner.ClientOptions<Requests>;
export type Client = scanner.Client<Requests>;
export declare const createClient: (options: ClientOptions) => Client;
`;
