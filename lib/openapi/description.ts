import { createDocument } from "zod-openapi";
import manifest from "../../package.json" with { type: "json" };
import { keyLength } from "../domain/operation.ts";
import { plainTextPattern } from "../domain/value.ts";
import { routesOf, type ServedRoute } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { webhooksOf } from "./changes.ts";
import { errorComponents } from "./error-responses.ts";
import { introductionOf } from "./introduction.ts";
import { operationOf } from "./operation.ts";
import { securityOf } from "./security.ts";
import { describeSchema, wireSchema } from "./wire-schema.ts";

/** An OpenAPI 3.1 document. */
export type ApiDescription = ReturnType<typeof createDocument>;

const moduleDescriptions = {
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
      return [output.name, describeSchema(schema, { id: output.name })];
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

const headersOf = ({ extensions: { replayed, refusalValues } }: Site) => ({
  "Retry-After": {
    description: "Seconds to wait before the same request is sent again.",
    schema: { type: "integer" as const, minimum: 1 },
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
  ...(refusalValues
    ? {
        Values: {
          description:
            "The condition of the refusal, a Token, and its values, as a Dictionary of RFC 9651: quantities in the units of the fields, codes as Strings, or Display Strings if they are not ASCII. A quantity with more than three decimals is a String. What a proxy or the gateway itself answers has none.",
          schema: { type: "string" as const },
          example: 'condition=boxNotFound, box_no="BX4"',
        },
      }
    : {}),
});

const keyPattern = `[0-9A-Za-z-]{${keyLength.least},${keyLength.most}}`;

const parametersOf = ({ extensions: { idempotencyKey } }: Site) =>
  idempotencyKey
    ? {
        Key: {
          in: "header" as const,
          name: idempotencyKey,
          required: false,
          description:
            "Names the scan: the same request with the same key is recorded or refused once for all. Each new or corrected scan has a new one.",
          schema: { type: "string" as const, pattern: `^("${keyPattern}"|${keyPattern})$` },
        },
      }
    : {};

/** The rule for every text up to U+FFFF, without classes such as \p{Cc}, which few tools read; `introduction.ts` says the rest. */
export const plainRanges =
  "^[^\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]*$";

/** Leaves out what only a JavaScript parser needs. */
const simplifySchema = (schema: Record<string, unknown>): void => {
  if (schema.pattern === plainTextPattern.source) schema.pattern = plainRanges;
  if (schema.format === "date-time") delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // The rule for every text is in the introduction; here only the site's pattern.
  if (!Array.isArray(schema.allOf) || !schema.allOf.every((part: object) => "pattern" in part))
    return;
  schema.pattern = (schema.allOf.at(-1) as { pattern: string }).pattern;
  delete schema.allOf;
};

/**
 * Describes a site's service as an OpenAPI 3.1 document.
 * @param servers the base addresses of the paths; by default the address of the document
 */
export const describeApi = (site: Site, servers: readonly string[] = ["/"]): ApiDescription => {
  const routes = routesOf(site);
  const { security, ...schemes } = securityOf(site);
  return createDocument(
    {
      openapi: "3.1.1",
      info: {
        title: `Warehouse tracking service (${site.name})`,
        version: manifest.version,
        description: introductionOf(site),
        contact: { name: site.name },
        license: { name: manifest.license, identifier: manifest.license },
      },
      servers: servers.map((url) => ({ url })),
      security,
      tags: Object.entries(moduleDescriptions).map(([name, description]) => ({
        name,
        description,
      })),
      paths: pathsOf(routes, site),
      ...webhooksOf(site),
      components: {
        ...errorComponents(routes, site),
        headers: headersOf(site),
        parameters: parametersOf(site),
        ...schemes,
      },
    } as Parameters<typeof createDocument>[0],
    { override: ({ jsonSchema }) => simplifySchema(jsonSchema as Record<string, unknown>) },
  );
};
