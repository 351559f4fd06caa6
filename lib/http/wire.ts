import site from "#site";
import { extensionFields, type FieldName, fields, type InputField } from "../fields.ts";
import { wireNameOf } from "../site/wire-names.ts";

/** The name of a field on the wire; `false` for an extension that the site switched off. */
export const wireName = (field: InputField): string | false => wireNameOf(field, site);

const canonicalNames = new Map(
  ([...Object.keys(fields), ...Object.keys(extensionFields)] as InputField[]).flatMap((field) => {
    const name = wireName(field);
    return name === false ? [] : [[name, field] as const];
  }),
);

/** The field that a wire name stands for. */
export const canonicalName = (name: string): InputField | undefined => canonicalNames.get(name);

type Decoded = { readonly value: unknown; readonly unknown: readonly string[] };

/** Renames a request's keys to the canonical names; keys that the site does not know are left out and told. */
export const decode = (value: unknown): Decoded => {
  const unknown: string[] = [];
  const renamed = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(renamed);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).flatMap(([name, inner]) => {
        const field = canonicalNames.get(name);
        if (field) return [[field, renamed(inner)]];
        unknown.push(name);
        return [];
      }),
    );
  };
  return { value: renamed(value), unknown };
};

/** Renames an answer's keys to the wire; the ERP's further columns carry names of the site's already. */
export const encode = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [wireName(field as FieldName), field === "columns" ? inner : encode(inner)]),
  );
};
