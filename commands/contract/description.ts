import { Ajv2020 } from "ajv/dist/2020.js";
import { describeApi } from "#lib/openapi/description.ts";
import type { Site } from "#lib/site/schema.ts";

type Json = Readonly<Record<string, unknown>>;

/** A field of a request as the description tells it, under its name on the wire. */
export type Field = {
  readonly name: string;
  readonly place: "query" | "body";
  readonly required: boolean;
  readonly schema: Json;
  readonly accepts: (value: unknown) => boolean;
};

/** Fields that go together in one of several ways: what each must be then, beside its own schema, and what must be absent. */
export type Way = {
  readonly required: readonly string[];
  readonly overlay: Readonly<Record<string, Json>>;
  readonly never: readonly string[];
};

export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly fields: readonly Field[];
  readonly ways: readonly Way[];
  readonly takesBody: boolean;
  /** The header that names a scan, where the operation takes one. */
  readonly keyHeader?: string;
  readonly success: { readonly status: number; readonly accepts: (body: unknown) => string | undefined };
  /** The codes and domains of each status that is an error. */
  readonly refusals: ReadonlyMap<number, { readonly codes: readonly string[]; readonly domains: readonly string[] }>;
};

const waysOf = ({ anyOf }: { readonly anyOf?: readonly Json[] }): Way[] =>
  (anyOf ?? [{}]).map((way) => {
    const { required = [], properties = {}, not = {} } = way as { required?: string[]; properties?: Record<string, Json>; not?: Json };
    return { required, overlay: properties, never: (not.required as string[] | undefined) ?? [] };
  });

/** The description leaves the decimals of a number to its words: validators that divide floats would refuse 0.29 by 0.01. */
const onGrid = (value: unknown, decimals: number): boolean =>
  typeof value !== "number" || Math.round(value * 10 ** decimals) / 10 ** decimals === value;

// Not zod, which the service parses with: the judge must not share its faults. What an instant is, its pattern says.
const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } });

/** Whether a value is what a schema takes, nested numbers on the grid of the site. */
export const acceptorOf = (schema: Json, decimals: number) => {
  const valid = ajv.compile(schema);
  const grid = (value: unknown): boolean =>
    typeof value === "object" && value !== null ? Object.values(value).every(grid) : onGrid(value, decimals);
  return (value: unknown): boolean => valid(value) && grid(value);
};

/** The operations of a site's description. They are read from the document alone: it is what is put to the test. */
export const operationsOf = (site: Site): Operation[] => {
  const document = JSON.parse(JSON.stringify(describeApi(site))) as Json;
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as { $ref?: string };
    if (typeof $ref === "string")
      return resolved(
        $ref
          .slice(2)
          .split("/")
          .reduce<unknown>((part, name) => (part as Json)[name], document),
      );
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part)]));
  };
  const field = (name: string, place: Field["place"], required: boolean, schema: Json): Field => {
    const { description, example, ...bare } = schema;
    return { name, place, required, schema: bare, accepts: acceptorOf(bare, site.formats.quantity.decimals) };
  };
  const operation = (path: string, method: string, told: Json): Operation => {
    type Parameter = { readonly in: string; readonly name: string; readonly required?: boolean; readonly schema: Json };
    const parameters = (told.parameters ?? []) as Parameter[];
    const content = (part: unknown) =>
      (part as { content?: Record<string, { schema: Json }> } | undefined)?.content?.["application/json"]?.schema;
    const body = content(told.requestBody) as { properties?: Record<string, Json>; required?: string[]; anyOf?: Json[] } | undefined;
    const responses = Object.entries(told.responses as Json).map(([status, response]) => [Number(status), content(response)] as const);
    const [status = 0, answer = {}] = responses.find(([status]) => status < 300) ?? [];
    const valid = ajv.compile(answer);
    const key = parameters.find((parameter) => parameter.in === "header");
    const enumOf = (schema: Json = {}, name: string) =>
      ((schema.properties ?? {}) as Record<string, { enum?: string[] }>)[name]?.enum ?? [];
    const [server] = document.servers as { url: string }[];
    return {
      id: String(told.operationId),
      method: method.toUpperCase(),
      path: (server?.url ?? "").replace(/\/$/, "") + path,
      fields: [
        ...parameters
          .filter((parameter) => parameter.in === "query")
          .map(({ name, required = false, schema }) => field(name, "query", required, schema)),
        ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
          field(name, "body", body?.required?.includes(name) ?? false, schema),
        ),
      ],
      ways: waysOf(body ?? {}),
      takesBody: body !== undefined,
      keyHeader: key?.name,
      success: {
        status,
        accepts: (value) => (valid(value) ? undefined : ajv.errorsText(valid.errors)),
      },
      refusals: new Map(
        responses
          .filter(([status]) => status >= 300)
          .map(([status, schema]) => [status, { codes: enumOf(schema, "error_code"), domains: enumOf(schema, "domain") }]),
      ),
    };
  };
  const paths = resolved(document.paths) as Record<string, Record<string, Json>>;
  return Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, told]) => operation(path, method, told)));
};
