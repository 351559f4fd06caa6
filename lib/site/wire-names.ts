import {
  type ExtensionField,
  extensionFields,
  type FieldName,
  type InputField,
} from "../fields.ts";
import type { Site } from "./schema.ts";

/** Where a profile has the names of the fields that the specification does not have. */
export const extensionAnswers = {
  scanned_at: "scannedAt",
  expected_quantity: "expectedQuantity",
  dry_run: "dryRun",
} as const satisfies Record<ExtensionField, keyof Site["extensions"]>;

/** What a name on the wire depends on. */
export type Naming = Pick<Site, "fields" | "extensions" | "routes">;

/** The name of a field on a site's wire; `false` for one of an extension that the site switched off. */
export const wireNameOf = (
  field: InputField,
  { fields, extensions, routes }: Naming,
): string | false => {
  if (field in extensionFields) return extensions[extensionAnswers[field as ExtensionField]];
  return field === "cleared" && routes.clear === false ? false : fields[field as FieldName];
};
