import * as z from "zod/mini";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { rolesFor } from "../gate/allowed.ts";
import { fieldsIn, type RouteExamples } from "../http/route.ts";
import { wireOf } from "../http/wire.ts";
import type { Route } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";
import { errorResponses } from "./errors.ts";
import { examplesOf } from "./examples.ts";
import { described, wireSchema } from "./wire-schema.ts";

const named = (values: RouteExamples["requests"], site: Site) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replaceAll(" ", "-"),
      { summary: name, value: wireOf(site).encode(value) },
    ]),
  );

/** The parameters and the body of a request. A parameter has the value of the first example, so that the page can send it. */
const requestOf = ({ row }: Route, site: Site, { requests }: RouteExamples, between: Between) => {
  const as = row.corrects || row.formerCategories ? "correction" : "request";
  const { shape } = wireSchema(row.input.schema(site), { site, as });
  const inBody = fieldsIn(row, site) === "body";
  const alwaysInQuery = (row.queryFields ?? []).map((field) => wireNameOf(field, site));
  const inQuery = ([name]: readonly [string, unknown]) => !inBody || alwaysInQuery.includes(name);
  const all = Object.entries(shape);
  const [first = {}] = Object.values(requests);
  const example = wireOf(site).encode(first) as Readonly<Record<string, unknown>>;
  const query = all.filter(inQuery).map(([name, part]) => {
    const shown = { ...z.globalRegistry.get(part), param: { example: example[name] } };
    return [name, name in example ? described(part, shown) : part] as const;
  });
  const body = z.strictObject(Object.fromEntries(all.filter((one) => !inQuery(one))));
  const rule = between && { description: between.sentence, override: between.schema ?? {} };
  const { idempotencyKey } = site.extensions;
  const keyed = row.kind === "write" && idempotencyKey && "header" in idempotencyKey;
  return {
    ...(keyed ? { parameters: [{ $ref: "#/components/parameters/Key" as const }] } : {}),
    ...(query.length > 0
      ? { requestParams: { query: z.strictObject(Object.fromEntries(query)) } }
      : {}),
    ...(inBody
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: described(body, { id: row.input.name, ...rule }),
                examples: named(requests, site),
              },
            },
          },
        }
      : {}),
  };
};

type Between = ReturnType<NonNullable<Route["row"]["between"]>> | undefined;

const successOf = ({ row }: Route, site: Site, { response }: RouteExamples, answer: Answer) => {
  const { replayed } = site.extensions;
  const isWrite = row.kind === "write";
  return {
    description: isWrite ? "What was recorded." : "What was asked for.",
    ...(isWrite && replayed
      ? { headers: { [replayed]: { $ref: "#/components/headers/Replayed" } } }
      : {}),
    content: {
      "application/json": { schema: answer, examples: named({ answer: response }, site) },
    },
  };
};

type Answer = z.core.$ZodType | undefined;

/** One route as an operation of a site's description. */
export const operationOf = (route: Route, site: Site, answer: Answer) => {
  const { id, row } = route;
  const examples = examplesOf(row, site);
  const between = row.between?.(site, (field) => String(wireNameOf(field, site)));
  const roles = rolesFor(id, site);
  const description = [
    ...(fieldsIn(row, site) === "query" ? [between?.sentence] : []),
    row.notes,
    roles && `Allowed for the roles: ${roles.join(", ") || "none"}.`,
  ].filter((part) => part !== undefined);
  return {
    operationId: id,
    tags: [row.module],
    summary: row.summary,
    ...(description.length > 0 ? { description: description.join("\n\n") } : {}),
    ...(roles ? { "x-roles": roles } : {}),
    ...requestOf(route, site, examples, between),
    responses: {
      [site.success[id]]: successOf(route, site, examples, answer),
      ...errorResponses(route, site),
    },
  } as ZodOpenApiOperationObject;
};
