import { Ajv2020 } from "ajv/dist/2020.js";
import { describeApi } from "#lib/openapi/description.ts";
import type { Site } from "#lib/site/schema.ts";

type Json = Readonly<Record<string, unknown>>;

type Values = Readonly<Record<string, unknown>>;

/** A field of a request as the description tells it, under its name on the wire. */
type Field = {
  readonly name: string;
  readonly place: "query" | "body";
  readonly required: boolean;
  readonly schema: Json;
};

type ErrorBody = { readonly error_code: string; readonly domain: string };
type Media = {
  readonly schema: Json;
  readonly examples: Readonly<Record<string, { readonly value: ErrorBody }>>;
};
type Parameter = {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Json;
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly Field[];
  readonly takesBody: boolean;
  /** Where a field is sent; a stranger goes where most fields go. */
  readonly placeOf: (name: string) => Field["place"];
  /** Whether the description accepts a request with these fields. */
  readonly accepts: (values: Values) => boolean;
  /** The header that names a scan, where the operation takes one. */
  readonly keyHeader?: string | undefined;
  /** What is wrong with the body of a success, if anything. */
  readonly success: {
    readonly status: number;
    readonly faultOf: (body: unknown) => string | undefined;
  };
  /** The errors that are told of each status, as examples show them. */
  readonly refusals: ReadonlyMap<number, readonly ErrorBody[]>;
};

// Not zod, which the service parses with: the judge must not share its faults. What an instant is, its pattern says.
const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } });

/** What the description leaves to its words: the decimals of a number, which validators that divide floats get wrong, and rare characters. */
const asWorded = (value: unknown, decimals: number): boolean => {
  if (typeof value === "object" && value !== null)
    return Object.values(value).every((part) => asWorded(part, decimals));
  if (typeof value === "string") return !/[\p{Cf}\p{Cs}]/u.test(value);
  return typeof value !== "number" || Math.round(value * 10 ** decimals) / 10 ** decimals === value;
};

/** What a value in the query is taken for: text, unless the description says number or flag. */
const fromQuery = (value: unknown, { type }: Json = {}): unknown => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (type === "number" || type === "integer")
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : text;
  return type === "boolean" && /^(true|false)$/.test(text) ? text === "true" : text.toWellFormed();
};

/** The description of a site's API with what its references name in their place. */
const resolvedDescription = (site: Site): Json => {
  const document = JSON.parse(JSON.stringify(describeApi(site))) as Json;
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { $ref?: string };
    const found = $ref?.split("/").slice(1);
    if (found)
      return resolved(found.reduce<unknown>((part, name) => (part as Json)[name], document));
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part)]));
  };
  return { ...document, paths: resolved(document.paths) };
};

/** The operations of a site's description. They are read from the document alone: it is what is put to the test. */
export const operationsOf = (site: Site): Operation[] => {
  const document = resolvedDescription(site);
  const operation = (path: string, method: string, told: Json): Operation => {
    const parameters = (told.parameters ?? []) as Parameter[];
    const content = (part: unknown) =>
      (part as { content?: Record<string, Media> } | undefined)?.content?.["application/json"];
    const body = content(told.requestBody)?.schema as
      | { properties?: Record<string, Json>; required?: string[] }
      | undefined;
    const query = parameters.filter((parameter) => parameter.in === "query");
    const bare = ({ description, example, ...schema }: Json) => schema;
    const fields: Field[] = [
      ...query.map(({ name, required = false, schema }) => ({
        name,
        place: "query" as const,
        required,
        schema: bare(schema),
      })),
      ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
        name,
        place: "body" as const,
        required: body?.required?.includes(name) ?? false,
        schema: bare(schema),
      })),
    ];
    const byName = new Map(fields.map((field) => [field.name, field]));
    const placeOf = (name: string) => byName.get(name)?.place ?? (body ? "body" : "query");
    const inQuery = ajv.compile({
      properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
      required: query.flatMap(({ name, required }) => (required ? [name] : [])),
      additionalProperties: false,
    });
    const inBody = ajv.compile(body ?? {});
    const responses = Object.entries(told.responses as Json).map(
      ([status, response]) => [Number(status), content(response)] as const,
    );
    const [status = 0, answer] = responses.find(([status]) => status < 300) ?? [];
    const valid = ajv.compile(answer?.schema ?? {});
    const [server] = document.servers as { url: string }[];
    return {
      id: String(told.operationId),
      method: method.toUpperCase(),
      path: (server?.url ?? "").replace(/\/$/, "") + path,
      fields,
      takesBody: body !== undefined,
      placeOf,
      accepts: (values) => {
        const { query = [], body = [] } = Object.groupBy(Object.entries(values), ([name]) =>
          placeOf(name),
        );
        const taken = Object.fromEntries(
          query.map(([name, value]) => [name, fromQuery(value, byName.get(name)?.schema)]),
        );
        const sent = Object.fromEntries(body);
        return (
          inQuery(taken) && inBody(sent) && asWorded([taken, sent], site.formats.quantity.decimals)
        );
      },
      keyHeader: parameters.find((parameter) => parameter.in === "header")?.name,
      success: {
        status,
        faultOf: (value) => (valid(value) ? undefined : ajv.errorsText(valid.errors)),
      },
      refusals: new Map(
        responses.map(([status, media]) => [
          status,
          Object.values(media?.examples ?? {}).map(({ value }) => value),
        ]),
      ),
    };
  };
  const paths = document.paths as Record<string, Record<string, Json>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => operation(path, method, told)),
  );
};
