import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wireOf } from "#lib/http/wire.ts";
import { describeApi } from "#lib/openapi/description.ts";
import type { Site } from "#lib/site/schema.ts";
import { newFolder } from "../support/folder.ts";

export type Media = {
  readonly schema: { readonly $ref?: string };
  readonly examples: Record<string, { value?: unknown }>;
};
export type Response = {
  readonly headers?: Record<string, unknown>;
  readonly content: { readonly "application/json": Media };
};
type Operation = {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: { readonly "application/json": Media } };
  readonly responses: Record<string, Response & { readonly $ref?: string }>;
};
export type Schema = {
  readonly properties?: Record<string, Schema>;
  readonly items?: Schema;
  readonly [more: string]: unknown;
};
type Document = {
  readonly info: { readonly description: string };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<string, Schema>;
    readonly [kind: string]: Record<string, unknown>;
  };
};

/** The description as a reader of the file gets it: plain JSON. */
export const documentOf = (site: Site): Document =>
  JSON.parse(JSON.stringify(describeApi(site))) as Document;

export const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** The target of a reference within the document; any other value is returned unchanged. */
export const resolved = <Part extends object>(
  part: Part & { readonly $ref?: string },
  document: Document,
): Part => {
  const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref ?? "") ?? [];
  return part.$ref === undefined ? part : (document.components[kind]?.[name] as Part);
};

/** Translates a value from the wire into canonical names, as the service does. */
export const fromWire = (value: unknown, site: Site): unknown => {
  const { fieldOf } = wireOf(site);
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        const field = fieldOf(name);
        return [field ?? `not a field: ${name}`, field === "columns" ? part : named(part)];
      }),
    );
  };
  return named(value);
};

/** Writes a document into a file that is deleted after the run. */
export const fileWith = (document: object): string => {
  const file = join(newFolder(), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
};
