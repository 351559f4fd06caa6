import { type ExtensionField, extensionFieldMeanings, type InputField } from "../fields.ts";
import type { Site } from "./schema.ts";

/** Where a profile has the names of the extensions' fields. */
export const extensionAnswerNames = {
  scanned_at: "scannedAt",
  expected_quantity: "expectedQuantity",
  expected_location: "expectedLocation",
  expected_revision: "expectedRevision",
  dry_run: "dryRun",
} as const satisfies Record<ExtensionField, keyof Site["extensions"]>;

/** The context that decides a name on the wire. */
export type WireNaming = Pick<Site, "fields" | "extensions" | "routes"> & {
  readonly erp: Pick<Site["erp"], "product">;
};

export const isExtensionField = (field: InputField): field is ExtensionField =>
  field in extensionFieldMeanings;

/** `false`: the site switched the extension off. */
export const wireNameOf = (
  field: InputField,
  { fields, extensions, routes, erp }: WireNaming,
): string | false => {
  if (isExtensionField(field)) return extensions[extensionAnswerNames[field]];
  if (field === "cleared" && routes.clear === false) return false;
  if (field === "product" && erp.product === false) return false;
  if (field === "values" && extensions.refusalValues === false) return false;
  if (field === "revision" && extensions.expectedRevision === false) return false;
  return fields[field];
};

/** Every field that a site has, with its name on the wire. */
export const wireNames = (site: WireNaming): (readonly [field: InputField, name: string])[] =>
  ([...Object.keys(site.fields), ...Object.keys(extensionAnswerNames)] as InputField[]).flatMap(
    (field) => {
      const name = wireNameOf(field, site);
      return name === false ? [] : [[field, name] as const];
    },
  );
