import { type ExtensionField, extensionFields, type FieldName, type InputField } from "../fields.ts";
import type { Site } from "./schema.ts";

/** Where a site's profile has the name of each field that this service adds to the specification. */
export const extensionAnswers = {
  scanned_at: "scannedAt",
  expected_quantity: "expectedQuantity",
  dry_run: "dryRun",
} as const satisfies Record<ExtensionField, keyof Site["extensions"]>;

/** The name of a field on a site's wire; `false` for an extension that the site switched off. */
export const wireNameOf = (field: InputField, { fields, extensions }: Pick<Site, "fields" | "extensions">): string | false =>
  field in extensionFields ? extensions[extensionAnswers[field as ExtensionField]] : fields[field as FieldName];
