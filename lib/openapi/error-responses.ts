import * as z from "zod";
import { type Condition, conditions, type QueueRule } from "../errors.ts";
import type { InputField } from "../fields.ts";
import { groupOf } from "../http/route.ts";
import type { Route } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";
import { fixedBy } from "./fixed.ts";
import { answerTo, type ErrorAnswer, isGivenAgain, type Told, toldBy } from "./refusals.ts";

const specification = "specification §7";

/** The one body of every error (specification §7.1). */
export const ErrorBody = z
  .strictObject({
    error_code: z.string().meta({
      description: "Names the condition; a program decides by it.",
      [fixedBy]: specification,
    }),
    message: z.string().meta({
      description: "One sentence that a scanner can show to a worker.",
      [fixedBy]: specification,
    }),
    domain: z
      .string()
      .meta({ description: "The part of the service that refuses.", [fixedBy]: specification }),
  })
  .meta({
    id: "Error",
    description: "Every error, from every layer, has exactly these three fields.",
    [fixedBy]: specification,
  });

const queue: Readonly<Record<QueueRule, string>> = {
  final: "Final: a queue shows it to the worker and does not send the request again.",
  hold: "A queue waits for credentials, then sends the request again.",
  holdRoute:
    "A queue waits with this route, and what follows on the same goods, for credentials that allow it, then sends the request again.",
  retry:
    "This request recorded nothing: a queue waits for `Retry-After`, then sends the same request with the same key.",
  unknown:
    "It is not known whether it was recorded: a queue waits for `Retry-After`, then sends the same request with the same key.",
};

/** An example value, on this site, for each placeholder of a message. */
const fillings = ({ condition }: Told, site: Site): Readonly<Record<string, string | number>> => {
  const { formats, attachment, limits, accepts } = site;
  const { least, decimals } = formats.quantity;
  const amount = (scans: number) => Number((least * scans).toFixed(decimals));
  const [{ code = "" } = {}] = attachment.categories;
  const problem = (field: InputField, sentence: string) => `${wireNameOf(field, site)} ${sentence}`;
  const problems: Partial<Record<Condition, string>> = {
    invalidBoxNo: problem("box_no", formats.boxNo.accepts),
    invalidQuantity: problem("quantity", formats.quantity.accepts),
    invalidZongpai: problem("zongpai", formats.zongpai.accepts),
    invalidField: `colour ${accepts.unknown}`,
  };
  return {
    problems: problems[condition] ?? "",
    zongpai: formats.zongpai.example,
    item: formats.zongpai.example,
    box_no: formats.boxNo.example,
    category: condition === "categoryNotKnown" ? "?" : code,
    blocked: code,
    limit: limits.bodyBytes,
    ...{
      quantity: amount(3),
      expected_quantity: amount(2),
      ordered: amount(2),
      headroom: amount(2),
      boxed_quantity: amount(4),
    },
  };
};

export const errorExample = (
  told: Told,
  site: Site,
): { error_code: string; message: string; domain: string } => {
  const { code, domain, message } = answerTo(told, site);
  const values = fillings(told, site);
  return {
    error_code: code,
    message: message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
    domain,
  };
};

/** The name of an example among the components; all routes of a group share it. */
export const exampleName = ({ condition, group }: Told): string => `${group}-${condition}`;

type Line = { readonly told: Told; readonly answer: ErrorAnswer };

const line = ({ told: { condition }, answer }: Line): string => {
  const row = conditions[condition];
  const identifier = "identifier" in row ? ` (${row.identifier})` : "";
  return `- \`${answer.code}\` of \`${answer.domain}\`${identifier}: ${answer.message}`;
};

const distinct = (values: readonly string[]) => [...new Set(values)];

const headersOf = (
  lines: readonly Line[],
  route: Route,
  site: Site,
): Record<string, { readonly $ref: string }> => {
  const { replayed } = site.extensions;
  return {
    ...(lines.some(({ told }) => "retryAfter" in conditions[told.condition])
      ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } }
      : {}),
    ...(replayed && lines.some(({ told }) => isGivenAgain(told, route, site))
      ? { [replayed]: { $ref: "#/components/headers/Replayed" } }
      : {}),
  };
};

const schemaName = ({ row }: Route, status = 0): string => {
  const group = groupOf(row);
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}Error${status}`;
};

const responseOf = (lines: readonly Line[], route: Route, site: Site) => {
  const rules = distinct(lines.map(({ told }) => queue[conditions[told.condition].queue]));
  const headers = headersOf(lines, route, site);
  const fixed = distinct(
    lines.flatMap(({ told, answer }) =>
      "fixedCode" in conditions[told.condition] ? [answer.code] : [],
    ),
  );
  return {
    description: [distinct(lines.map(line)).join("\n"), ...rules].join("\n\n"),
    ...(fixed.length > 0
      ? { [fixedBy]: `specification §7 (the code ${fixed.join(" and ")})` }
      : {}),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: {
      "application/json": {
        schema: { $ref: `#/components/schemas/${schemaName(route, lines[0]?.answer.status)}` },
        examples: Object.fromEntries(
          lines.map(({ told }) => [
            exampleName(told),
            { $ref: `#/components/examples/${exampleName(told)}` },
          ]),
        ),
      },
    },
  };
};

const linesOf = (route: Route, site: Site): Line[] =>
  toldBy(route, site).map((told) => ({ told, answer: answerTo(told, site) }));

/**
 * The bodies of a group's errors by status, with all codes and domains that its routes use. Named, and one for all routes of the group:
 * generated clients make a class of each, whose name must not change when a route gets a further code.
 */
export const errorSchemas = (routes: readonly Route[], site: Site) => {
  const { error_code, domain } = ErrorBody.shape;
  const lines = routes.flatMap((route) =>
    linesOf(route, site).map(({ answer }) => ({ answer, name: schemaName(route, answer.status) })),
  );
  return Object.fromEntries(
    Object.entries(Object.groupBy(lines, ({ name }) => name)).map(([name, same = []]) => [
      name,
      {
        allOf: [{ $ref: "#/components/schemas/Error" }],
        properties: {
          error_code: {
            ...error_code.meta(),
            type: "string" as const,
            enum: distinct(same.map(({ answer }) => answer.code)),
          },
          domain: {
            ...domain.meta(),
            type: "string" as const,
            enum: distinct(same.map(({ answer }) => answer.domain)),
          },
        },
      },
    ]),
  );
};

/** The error responses of a route on a site, by status: each with an example for each condition. */
export const errorResponses = (route: Route, site: Site) => {
  const lines = linesOf(route, site);
  const byStatus = Object.groupBy(lines, ({ answer }) => answer.status);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, group = []]) => [
      status,
      responseOf(group, route, site),
    ]),
  );
};
