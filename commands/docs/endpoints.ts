import { groupOf } from "#lib/route-row.ts";
import { type Route, routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { resolvedDescription } from "../contract/description.ts";
import { code, type Parts, table } from "./markdown.ts";

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
export const endpointsParts = (site: Site): Parts => {
  const routes = routesOf(site);
  const { paths } = resolvedDescription(site) as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  const operations = new Map(Object.values(paths).flatMap((path) => Object.values(path).map((one) => [one.operationId, one])));
  const rows = routes.map(({ id, method, path, row }) => [method, code(path), row.summary, String(site.success[id])]);
  return {
    endpoints: [
      table(["method", "path", "what it does", "success"], rows),
      ...routes.flatMap((route) => section(route, operations.get(route.id), site)),
    ].join("\n\n"),
  };
};
