import { extensionFields, fields, type InputField } from "../fields.ts";

/** Says of each field and path who decided it: the specification, this site, or this service as an extension. */
export const fixedBy = "x-fixed-by";

/** The fields that the specification shows (§2); everything else of a schema is a site's answer. */
const specified: Readonly<Record<string, readonly InputField[]>> = {
  BoxSaveRequest: ["box_no", "quantity", "zongpai"],
  AttachmentStatusResponse: ["boxed_quantity"],
};

/** Who decided that a field is there; under which name, and in which format, is always the site's to say. */
export const whoFixed = (field: InputField, schema: string): string => {
  if (field in extensionFields) return "extension, named by the site";
  return specified[schema]?.includes(field) ? "specification §2, named by the site" : "site";
};

/** What each field means, in the words of the field table. */
export const meanings: Readonly<Record<InputField, string>> = { ...fields, ...extensionFields };
