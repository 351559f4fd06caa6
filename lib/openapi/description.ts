import { createDocument } from "zod-openapi";
import manifest from "../../package.json" with { type: "json" };
import { keyLength } from "../domain/operation.ts";
import { plainTextPattern } from "../domain/value.ts";
import { answerToCondition, type Condition } from "../errors.ts";
import { routesOf, type ServedRoute } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { isKeyRequired, keyHeaderOf } from "../site/wire-names.ts";
import { webhooksOf } from "./changes.ts";
import { errorComponents } from "./error-responses.ts";
import { operationOf } from "./operation.ts";
import { describeSchema, wireSchema } from "./wire-schema.ts";

/** An OpenAPI 3.1 document. */
export type ApiDescription = ReturnType<typeof createDocument>;

const gatewayAnswerText = (condition: Condition, site: Site) => {
  const { status, code, domain } = answerToCondition({ condition, group: "gateway" }, site.errors);
  return `\`${status}\` with \`${code}\` of \`${domain}\``;
};

const keyRuleText = (site: Site): string => {
  const { replayed } = site.extensions;
  const header = keyHeaderOf(site);
  const markText = replayed ? `, marked \`${replayed}: true\`` : "";
  if (!header)
    return "On this site no key names a scan: a write that is sent again is judged by what is recorded, and the same goods in the same box are refused as a duplicate.";
  const needs = isKeyRequired(site) ? "must have" : "takes";
  return `Every write ${needs} the header \`${header}\` (${keyLength.least} to ${keyLength.most} letters, digits or hyphens; make one for each scan and keep it until the scan has its answer). The same request with the same key, sent any number of times, seconds or weeks apart, changes the record once and gets the same answer each time${markText}. The same key with another request on the same goods is refused. A refusal is the key's answer, too: the same request with the same key gets it again for a day, and nothing of the key is recorded after it. A new or a corrected scan takes a new key, also after a refusal.`;
};

/** The introduction of the description: what is true for all operations. */
const introductionOf = (site: Site): string => {
  const {
    limits,
    formats,
    extensions: { refusalValues },
  } = site;
  const valuesText = refusalValues
    ? ` An endpoint's error has its condition and values for programs in the header \`${refusalValues}\`.`
    : "";
  const { decimals } = formats.quantity;
  return [
    `The HTTP service that a warehouse's scanners run against, as the site \`${site.name}\` serves it: its names, formats, statuses and codes.`,
    `## Exactly once\n\n${keyRuleText(site)}\n\nEach error says what a queue of scans does with it. No answer at all means that it is not known whether the request was recorded: the queue sends the same request with the same key again.`,
    `## Errors\n\nEvery error is JSON with exactly \`error_code\`, \`message\` and \`domain\`. If several fields are invalid, the code is that of the first in the order of the request's schema, and the message names them all. A name in braces stands for a value of the request or of the record. A field or a parameter that is not described is refused.${valuesText}`,
    `An address that is not described answers ${gatewayAnswerText("unknownRoute", site)}. A described address with another method answers ${gatewayAnswerText("methodNotAllowed", site)}, and its \`Allow\` header lists the methods that it takes. Below the addresses of attachments the domain of both is \`${site.errors.accessory.internal.domain}\`. What cannot be read as a request answers ${gatewayAnswerText("requestUnreadable", site)}.`,
    `## Values\n\nText carries no control or format characters. Quantities are JSON numbers ${decimals === 0 ? "without decimals" : `with at most ${decimals} decimals`}. Instants are ISO 8601 with an offset. A body is one JSON object in UTF-8 of at most ${limits.bodyBytes} bytes.`,
  ].join("\n\n");
};

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

const parametersOf = (site: Site) => {
  const name = keyHeaderOf(site);
  return name
    ? {
        Key: {
          in: "header" as const,
          name,
          required: isKeyRequired(site),
          description:
            "Names the scan: the same request with the same key is recorded or refused once for all. Each new or corrected scan has a new one.",
          schema: { type: "string" as const, pattern: `^("${keyPattern}"|${keyPattern})$` },
        },
      }
    : {};
};

/** How a scanner proves its identity (specification §5 leaves it to the site), in OpenAPI's form. */
const schemeOf = (auth: Exclude<Site["auth"], { scheme: "none" }>) => {
  const header = { type: "apiKey", in: "header" };
  if (auth.scheme === "apiKey")
    return { ...header, name: "x-api-key", description: "The API key of this scanner." };
  if (auth.scheme === "iam")
    return {
      ...header,
      name: "Authorization",
      description: "Requests are signed with AWS Signature Version 4 for the service execute-api.",
      "x-amazon-apigateway-authtype": "awsSigv4",
    };
  const description = `A token issued by ${auth.issuer} for the audience ${auth.audience}.`;
  return { type: "http", scheme: "bearer", bearerFormat: "JWT", description };
};

/** The security part of the description; empty for a site without credentials. */
const securityOf = ({ auth }: Site) =>
  auth.scheme === "none"
    ? { security: [] }
    : {
        securitySchemes: { [auth.scheme]: schemeOf(auth) },
        security: [{ [auth.scheme]: [] }],
      };

/** The rule for every text up to U+FFFF, without classes such as \p{Cc}, which few tools read; `introductionOf` says the rest. */
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
