import { createDocument } from "zod-openapi";
import manifest from "../../package.json" with { type: "json" };
import { keyLength } from "../domain/operation.ts";
import { plain } from "../domain/value.ts";
import { conditions } from "../errors.ts";
import { routesOf, type ServedRoute } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { errorComponents } from "./errors.ts";
import { operationOf } from "./operation.ts";
import { prose } from "./prose.ts";
import { securityOf } from "./security.ts";
import { described, wireSchema } from "./wire-schema.ts";

/** An OpenAPI 3.1 document. */
export type Description = ReturnType<typeof createDocument>;

const modules = {
  trace: "The first endpoint: goods are registered on a shelf or off it.",
  location: "Where goods are.",
  box: "Goods in boxes.",
  attachment: "Accessory items: their configuration, places and boxes.",
} as const satisfies Record<ServedRoute["module"], string>;

const pathsOf = (routes: readonly ServedRoute[], site: Site) => {
  // Routes with the same answer share its schema.
  const answers = new Map(
    routes.map(({ output }) => {
      const schema = wireSchema(output(site), { site, as: "answer" });
      return [output.name, described(schema, { id: output.name })];
    }),
  );
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const route of routes)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: operationOf(route, site, answers.get(route.output.name)),
    };
  return paths;
};

const waits = Object.values(conditions).flatMap((row) =>
  "retryAfter" in row ? [row.retryAfter] : [],
);

const headersOf = ({ extensions: { replayed } }: Site) => ({
  "Retry-After": {
    description: "Seconds to wait before the same request is sent again.",
    schema: { type: "integer" as const, minimum: Math.min(...waits) },
  },
  ...(replayed
    ? {
        Replayed: {
          description:
            "Says that this answer was given before, to an earlier request with the same key.",
          schema: { type: "string" as const, const: "true" },
        },
      }
    : {}),
});

const keyPattern = `[0-9A-Za-z-]{${keyLength.least},${keyLength.most}}`;

const parametersOf = ({ extensions: { idempotencyKey } }: Site) =>
  idempotencyKey && "header" in idempotencyKey
    ? {
        Key: {
          in: "header" as const,
          name: idempotencyKey.header,
          required: false,
          description:
            "Names the scan: the same request with the same key is recorded or refused once for all. A new one for each new or corrected scan, kept until the scan has its answer.",
          schema: { type: "string" as const, pattern: `^("${keyPattern}"|${keyPattern})$` },
        },
      }
    : {};

/**
 * The rule for every text without classes such as \p{Cc}, which few tools read. It leaves out the format characters beyond U+FFFF and lone
 * surrogates, which it would take marks of one programming language to name: the description's own text refuses them.
 */
export const plainRanges =
  "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]*$";

/** A schema for OpenAPI, without the parts that only a JavaScript parser needs. */
const readable = (schema: Record<string, unknown>): void => {
  if (schema.pattern === plain.source) schema.pattern = plainRanges;
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // Only the site's pattern. The rule for every text comes before it; the description's own text tells it.
  if (!Array.isArray(schema.allOf) || !schema.allOf.every((part: object) => "pattern" in part))
    return;
  schema.pattern = (schema.allOf.at(-1) as { pattern: string }).pattern;
  delete schema.allOf;
};

/**
 * Describes a site's service as an OpenAPI 3.1 document, made from the route table, the conditions and the site's answers.
 * `servers` are the base addresses of the paths; without any, it is the server that serves the document.
 */
export const describeApi = (site: Site, servers: readonly string[] = ["/"]): Description => {
  const routes = routesOf(site);
  const { schemes, security } = securityOf(site);
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: `Warehouse tracking service (${site.name})`,
        version: manifest.version,
        description: prose(site),
        license: { name: manifest.license, identifier: manifest.license },
      },
      servers: servers.map((url) => ({ url })),
      security,
      tags: Object.entries(modules).map(([name, description]) => ({ name, description })),
      paths: pathsOf(routes, site),
      components: {
        ...errorComponents(routes, site),
        headers: headersOf(site),
        parameters: parametersOf(site),
        ...(security.length > 0 ? { securitySchemes: schemes } : {}),
      },
    } as Parameters<typeof createDocument>[0],
    { override: ({ jsonSchema }) => readable(jsonSchema as Record<string, unknown>) },
  );
};
