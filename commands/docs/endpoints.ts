import { describeApi } from "#lib/openapi/description.ts";
import { groupOf } from "#lib/route-row.ts";
import { type Route, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { code, page, table } from "./markdown.ts";

/** What is read here of the description. */
type Schema = {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
};
type Parameter = { readonly name: string; readonly required?: boolean; readonly description?: string; readonly schema: Schema };
type Media = { readonly content: { readonly "application/json": { readonly schema: Schema } } };
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** The operations of a site's description by their routes; what a reference names stands in its place. */
const operationsOf = (site: Site): ReadonlyMap<string, Operation> => {
  const text = JSON.stringify(describeApi(site));
  const { components } = JSON.parse(text) as Document;
  const { paths } = JSON.parse(text, (_, part) => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(part?.$ref) ?? [];
    return components[kind]?.[name] ?? part;
  }) as Document;
  return new Map(Object.values(paths).flatMap((path) => Object.values(path).map((operation) => [operation.operationId, operation])));
};

const typeOf = ({ type, format, enum: words, items }: Schema): string =>
  words?.map(code).join(" or ") ?? (items ? `list of ${typeOf(items)}` : (format ?? [type].flat().join(" or ")));

const line = (name: string, schema: Schema, required = false, description = "") => [
  code(name),
  typeOf(schema),
  required ? "yes" : "no",
  description,
];

/** The fields of an object, those inside a list or an object after it. */
const linesOf = (schema: Schema, above = ""): string[][] => {
  const { properties = {}, required = [] } = schema.items ?? schema;
  return Object.entries(properties).flatMap(([name, part]) => [
    line(above + name, part, required.includes(name), part.description),
    ...linesOf(part, `${above}${name}.`),
  ]);
};

const section = ({ id, method, path, row }: Route, operation: Operation | undefined, site: Site): string[] => {
  const { parameters = [], requestBody, responses = {} } = operation ?? {};
  const status = site.success[id];
  const schemaOf = (media: Media | undefined) => media?.content["application/json"].schema ?? {};
  return [
    `## ${code(`${method} ${path}`)}`,
    `${row.summary}. A ${row.kind} of the ${row.module} module, served by ${code(`functions/${id}.ts`)}; its errors are those of the [${groupOf(row)}](errors.md#${groupOf(row)}) group.${row.notes ? `\n\n${row.notes}` : ""}`,
    `It takes${requestBody ? ", its key in a header and the others in a JSON object" : ""}:`,
    table(
      ["field", "type", "required", "meaning"],
      [
        ...parameters.map(({ name, schema, required, description }) => line(name, schema, required, description)),
        ...linesOf(schemaOf(requestBody)),
      ],
    ),
    `It answers ${code(String(status))} with:`,
    table(["field", "type", "always", "meaning"], linesOf(schemaOf(responses[status]))),
  ];
};

/** docs/endpoints.md: each route with its fields, as a site's description tells them. */
export const endpointsPage = (site: Site): string => {
  const routes = routesOf(site);
  const operations = operationsOf(site);
  return page("Endpoints", [
    `The routes are one group, \`v1\` (specification §9): its modules are ${[...new Set(routes.map(({ row }) => code(row.module)))].join(", ")}; the first of them holds the first endpoint. Which prefix their paths have is the site's answer.`,
    `The route table as the example site \`${site.name}\` serves it; [openapi.${site.name}.json](openapi.${site.name}.json) says the same, with examples and refusals, for programs. Paths that the specification shows and the error body are fixed; field names, the other paths and the success statuses are the site's ([open points](open-points.md)).`,
    table(
      ["method", "path", "what it does", "success"],
      routes.map(({ id, method, path, row }) => [method, code(path), row.summary, String(site.success[id])]),
    ),
    ...routes.flatMap((route) => section(route, operations.get(route.id), site)),
  ]);
};
