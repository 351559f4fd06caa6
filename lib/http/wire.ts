import type { FieldName, InputField } from "../fields.ts";
import { type WireNaming, wireNameOf, wireNames } from "../site/wire-names.ts";

/** `unknown`: the names that the site does not know, each with its path: `entries[0].colour`. */
type DecodedFields = { readonly value: unknown; readonly unknown: readonly string[] };

/** A site's names on the wire. */
export const wireOf = (site: WireNaming) => {
  /** `false`: the site switched it off. */
  const nameOf = (field: InputField) => wireNameOf(field, site);
  const fieldsByName = new Map(wireNames(site).map(([field, name]) => [name, field]));

  /** Renames a request's keys; those that the site does not know are left out. */
  const decode = (value: unknown): DecodedFields => {
    const unknown: string[] = [];
    const rename = (part: unknown, parentPath: string): unknown => {
      if (Array.isArray(part))
        return part.map((inner, index) => rename(inner, `${parentPath}[${index}]`));
      if (typeof part !== "object" || part === null) return part;
      return Object.fromEntries(
        Object.entries(part).flatMap(([name, inner]) => {
          const field = fieldsByName.get(name);
          const path = parentPath === "" ? name : `${parentPath}.${name}`;
          if (field) return [[field, rename(inner, path)]];
          unknown.push(path);
          return [];
        }),
      );
    };
    return { value: rename(value, ""), unknown };
  };

  /** Renames an answer's keys, except for the ERP's columns, which the site named. A box may hold thousands of items: no lists of pairs are made of each. */
  const encode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(encode);
    if (typeof value !== "object" || value === null) return value;
    const renamed: Record<string, unknown> = {};
    for (const [field, inner] of Object.entries(value)) {
      const name = nameOf(field as FieldName);
      if (name !== false) renamed[name] = field === "columns" ? inner : encode(inner);
    }
    return renamed;
  };

  return { nameOf, fieldOf: (name: string) => fieldsByName.get(name), decode, encode };
};
export type SiteWire = ReturnType<typeof wireOf>;
