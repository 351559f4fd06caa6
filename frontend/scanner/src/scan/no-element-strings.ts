import type { ParsedElements } from "./element-string.ts";

/** Replaces `element-string.ts` in the pages of a site whose labels have no GS1 identifiers, so that they load no table of them. */
export const parseElements = (): ParsedElements => ({
  kind: "refused",
  sentence: "GS1 element strings are not used at this site.",
  elements: [],
});
