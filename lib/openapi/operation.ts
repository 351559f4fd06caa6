import * as z from "zod/mini";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { rolesAllowedFor } from "../gate/roles.ts";
import { fieldsIn, type RouteExamples } from "../http/route.ts";
import { wireOf } from "../http/wire.ts";
import type { ServedRoute } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";
import { errorResponses } from "./error-responses.ts";
import { examplesOf } from "./examples.ts";
import { describeSchema, wireSchema } from "./wire-schema.ts";

const encodeExamples = (examples: RouteExamples["requests"], site: Site) =>
  Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [
      name.replaceAll(" ", "-"),
      { summary: name, value: wireOf(site).encode(value) },
    ]),
  );

/** The parameters and the body of a request. A parameter has the value of the first example, so that the page can send it. */
const requestOf = (
  route: ServedRoute,
  site: Site,
  { requests }: RouteExamples,
  crossFieldRule: DescribedRule,
) => {
  const as = route.corrects || route.formerCategories ? "correction" : "request";
  const { shape } = wireSchema(route.input(site), { site, as });
  const inBody = fieldsIn(route, site) === "body";
  const alwaysInQuery = (route.queryFields ?? []).map((field) => wireNameOf(field, site));
  const inQuery = ([name]: readonly [string, unknown]) => !inBody || alwaysInQuery.includes(name);
  const fields = Object.entries(shape);
  const [firstRequest = {}] = Object.values(requests);
  const example = wireOf(site).encode(firstRequest) as Readonly<Record<string, unknown>>;
  const query = fields.filter(inQuery).map(([name, part]) => {
    const meta = { ...z.globalRegistry.get(part), param: { example: example[name] } };
    return [name, name in example ? describeSchema(part, meta) : part] as const;
  });
  const body = z.strictObject(Object.fromEntries(fields.filter((field) => !inQuery(field))));
  const ruleMeta = crossFieldRule && {
    description: crossFieldRule.sentence,
    override: crossFieldRule.schema ?? {},
  };
  const takesKey = route.kind === "write" && site.extensions.idempotencyKey !== false;
  return {
    ...(takesKey ? { parameters: [{ $ref: "#/components/parameters/Key" as const }] } : {}),
    ...(query.length > 0
      ? { requestParams: { query: z.strictObject(Object.fromEntries(query)) } }
      : {}),
    ...(inBody
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: describeSchema(body, { id: route.input.name, ...ruleMeta }),
                examples: encodeExamples(requests, site),
              },
            },
          },
        }
      : {}),
  };
};

type DescribedRule = ReturnType<NonNullable<ServedRoute["crossFieldRule"]>> | undefined;

const successResponseOf = (
  route: ServedRoute,
  site: Site,
  { response }: RouteExamples,
  answer: AnswerSchema,
) => {
  const { replayed } = site.extensions;
  const isWrite = route.kind === "write";
  return {
    description: isWrite ? "What was recorded." : "The requested data.",
    ...(isWrite && replayed
      ? { headers: { [replayed]: { $ref: "#/components/headers/Replayed" } } }
      : {}),
    content: {
      "application/json": { schema: answer, examples: encodeExamples({ answer: response }, site) },
    },
  };
};

type AnswerSchema = z.core.$ZodType | undefined;

/** One route as an operation of a site's description. */
export const operationOf = (route: ServedRoute, site: Site, answer: AnswerSchema) => {
  const examples = examplesOf(route, site);
  const crossFieldRule = route.crossFieldRule?.(site, (field) => String(wireNameOf(field, site)));
  const roles = rolesAllowedFor(route.id, site);
  const description = [
    ...(fieldsIn(route, site) === "query" ? [crossFieldRule?.sentence] : []),
    route.notes,
    roles && `Allowed for the roles: ${roles.join(", ") || "none"}.`,
  ].filter((part) => part !== undefined);
  return {
    operationId: route.id,
    tags: [route.module],
    summary: route.summary,
    ...(description.length > 0 ? { description: description.join("\n\n") } : {}),
    ...requestOf(route, site, examples, crossFieldRule),
    responses: {
      [site.success[route.id]]: successResponseOf(route, site, examples, answer),
      ...errorResponses(route, site),
    },
  } as ZodOpenApiOperationObject;
};
