import {
  type ExtensionField,
  extensionFields,
  type FieldName,
  type InputField,
} from "../fields.ts";
import type { Site } from "./schema.ts";

/** Where a site's profile has the name of each field that this service adds to the specification. */
export const extensionAnswers = {
  scanned_at: "scannedAt",
  expected_quantity: "expectedQuantity",
  dry_run: "dryRun",
} as const satisfies Record<ExtensionField, keyof Site["extensions"]>;

/** What a name on the wire depends on. */
export type Naming = Pick<Site, "fields" | "extensions" | "routes">;

/** The name of a field on a site's wire; `false` for an extension that the site switched off, and for what only such a one tells. */
export const wireNameOf = (
  field: InputField,
  { fields, extensions, routes }: Naming,
): string | false => {
  if (field in extensionFields) return extensions[extensionAnswers[field as ExtensionField]];
  return field === "cleared" && routes.clear === false ? false : fields[field as FieldName];
};
