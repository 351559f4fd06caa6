import { extensionFields, fields, type InputField } from "../fields.ts";

/** The property that says, for each field and path, who decided it: the specification, this site, or this service as an extension. */
export const fixedBy = "x-fixed-by";

/** The fields that the specification shows (§2); all others are a site's answer. */
const specified: Readonly<Record<string, readonly InputField[]>> = {
  BoxSaveRequest: ["box_no", "quantity", "zongpai"],
  AttachmentStatusResponse: ["boxed_quantity"],
};

/** Who decided that a field is there. Its name and its format are always the site's decision. */
export const whoFixed = (field: InputField, schema: string): string => {
  if (field in extensionFields) return "extension, named by the site";
  return specified[schema]?.includes(field) ? "specification §2, named by the site" : "site";
};

/** What each field means, in the words of the field table. */
export const meanings: Readonly<Record<InputField, string>> = { ...fields, ...extensionFields };
