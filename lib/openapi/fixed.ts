import { extensionFields, fields, type InputField } from "../fields.ts";
import type { RouteId } from "../route-ids.ts";
import type { SchemaName } from "./schema-names.ts";

/** Says of each field and path who decided it: the specification, this site, or this service as an extension. */
export const fixedBy = "x-fixed-by";

/** The fields that the specification shows (§2); everything else of a schema is a site's answer. */
const specified: Partial<Record<SchemaName, readonly InputField[]>> = {
  BoxSaveRequest: ["box_no", "quantity", "zongpai"],
  AttachmentStatusResponse: ["boxed_quantity"],
};

/** The routes whose path the specification does not show (§4): each site names them. */
export const siteNamed: ReadonlySet<RouteId> = new Set<RouteId>(["location-overview", "edit-box", "delete-box"]);

/** Who decided that a field is there; under which name, and in which format, is always the site's to say. */
export const whoFixed = (field: InputField, schema: SchemaName): string => {
  if (field in extensionFields) return "extension, named by the site";
  return specified[schema]?.includes(field) ? "specification §2, named by the site" : "site";
};

/** What each field means, in the words of the field table. */
export const meanings: Readonly<Record<InputField, string>> = { ...fields, ...extensionFields };
