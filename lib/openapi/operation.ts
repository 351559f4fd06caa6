import * as z from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import { rolesFor } from "../gate/allowed.ts";
import { fieldsIn, type RouteExamples } from "../http/route.ts";
import { wireOf } from "../http/wire.ts";
import type { Route } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";
import { examplesOf } from "./examples.ts";
import { fixedBy } from "./fixed.ts";
import { linksOf } from "./links.ts";
import type { SharedResponses } from "./shared-responses.ts";
import { wireSchema } from "./wire-schema.ts";

const named = (values: RouteExamples["requests"], site: Site) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.replaceAll(" ", "-"),
      { summary: name, value: wireOf(site).encode(value) },
    ]),
  );

const betweenOf = ({ row }: Route, site: Site) =>
  row.between?.(site, (field) => String(wireNameOf(field, site)));

/** The fields of a request, separated into query and body. */
const partsOf = (route: Route, site: Site) => {
  const { row } = route;
  const schema = wireSchema(row.input(site), {
    site,
    schema: row.input.name,
    direction: "request",
  });
  const inQuery = new Set(
    fieldsIn(row, site) === "query"
      ? Object.keys(schema.shape)
      : (row.queryFields ?? []).map((field) => wireNameOf(field, site)),
  );
  const only = (wanted: (name: string) => boolean) =>
    z.strictObject(
      Object.fromEntries(Object.entries(schema.shape).filter(([name]) => wanted(name))),
    );
  return { query: only((name) => inQuery.has(name)), body: only((name) => !inQuery.has(name)) };
};

/** Parameters with the values of the first example, so that the page can send it. */
const withExamples = (query: z.ZodObject, example: Readonly<Record<string, unknown>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(query.shape as Record<string, z.ZodType>).map(([name, part]) => [
        name,
        name in example ? part.meta({ ...part.meta(), param: { example: example[name] } }) : part,
      ]),
    ),
  );

const keyParameter = (route: Route, { extensions: { idempotencyKey } }: Site) =>
  route.row.kind === "write" && idempotencyKey && "header" in idempotencyKey
    ? { parameters: [{ $ref: "#/components/parameters/Key" as const }] }
    : {};

const requestOf = (route: Route, site: Site, { requests }: RouteExamples) => {
  const { query, body } = partsOf(route, site);
  const [first = {}] = Object.values(requests);
  const inBody = fieldsIn(route.row, site) === "body";
  const between = betweenOf(route, site);
  return {
    ...keyParameter(route, site),
    ...(Object.keys(query.shape).length > 0
      ? {
          requestParams: {
            query: withExamples(
              query,
              wireOf(site).encode(first) as Readonly<Record<string, unknown>>,
            ),
          },
        }
      : {}),
    ...(inBody
      ? {
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: body.meta({
                  id: route.row.input.name,
                  ...(between
                    ? { description: between.sentence, override: between.schema ?? {} }
                    : {}),
                }),
                examples: named(requests, site),
              },
            },
          },
        }
      : {}),
  };
};

const successOf = (route: Route, site: Site, { response }: RouteExamples, schema: z.ZodType) => {
  const { replayed } = site.extensions;
  return {
    [site.success[route.id]]: {
      description: route.row.kind === "write" ? "What was recorded." : "What was asked for.",
      ...(route.row.kind === "write" && replayed
        ? { headers: { [replayed]: { $ref: "#/components/headers/Replayed" } } }
        : {}),
      content: { "application/json": { schema, examples: named({ answer: response }, site) } },
      ...(route.row.next ? { links: linksOf(route, site) } : {}),
    },
  };
};

/** What routes share: the schemas of their answers, and the error responses. */
export type Shared = { readonly answer: z.ZodType; readonly errors: SharedResponses };

/** One route as an operation of a site's description. */
export const operationOf = (
  route: Route,
  site: Site,
  { answer, errors }: Shared,
): ZodOpenApiOperationObject => {
  const { id, row } = route;
  const examples = examplesOf(row, site);
  const inQuery = fieldsIn(row, site) === "query";
  const roles = rolesFor(id, site);
  const description = [
    ...(inQuery ? [betweenOf(route, site)?.sentence] : []),
    row.notes,
    roles && `Allowed for the roles: ${roles.join(", ") || "none"}.`,
  ].filter((part) => part !== undefined);
  return {
    operationId: id,
    tags: [row.module],
    summary: row.summary,
    ...(description.length > 0 ? { description: description.join("\n\n") } : {}),
    ...(roles ? { "x-roles": roles } : {}),
    [fixedBy]: typeof row.address === "function" ? "site" : "specification §4",
    ...requestOf(route, site, examples),
    responses: { ...successOf(route, site, examples, answer), ...errors.of(id) },
  } as ZodOpenApiOperationObject;
};
