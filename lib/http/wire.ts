import type { FieldName, InputField } from "../fields.ts";
import { type WireNaming, wireNameOf, wireNames } from "../site/wire-names.ts";

/** `unknown`: the names that the site does not know, each with its path: `entries[0].colour`. */
type DecodedFields = { readonly value: unknown; readonly unknown: readonly string[] };

/** A site's names on the wire. */
export const wireOf = (site: WireNaming) => {
  /** `false`: the site switched it off. */
  const nameOf = (field: InputField) => wireNameOf(field, site);
  const canonical = new Map(wireNames(site).map(([field, name]) => [name, field]));

  /** Renames a request's keys; those that the site does not know are left out. */
  const decode = (value: unknown): DecodedFields => {
    const unknown: string[] = [];
    const renamed = (part: unknown, within: string): unknown => {
      if (Array.isArray(part)) return part.map((inner, at) => renamed(inner, `${within}[${at}]`));
      if (typeof part !== "object" || part === null) return part;
      return Object.fromEntries(
        Object.entries(part).flatMap(([name, inner]) => {
          const field = canonical.get(name);
          const path = within === "" ? name : `${within}.${name}`;
          if (field) return [[field, renamed(inner, path)]];
          unknown.push(path);
          return [];
        }),
      );
    };
    return { value: renamed(value, ""), unknown };
  };

  /** Renames an answer's keys, but for the ERP's columns, which the site named. A box may hold thousands of items: no lists of pairs are made of each. */
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

  return { nameOf, fieldOf: (name: string) => canonical.get(name), decode, encode };
};
export type SiteWire = ReturnType<typeof wireOf>;
