import type { ParsedElements } from "#scanner/scan/element-string.ts";

// The pages of a site load these in place of what its labels do not need.

/** Replaces `element-string.ts`, with its table of identifiers, where no label has GS1 identifiers. */
export const parseElements = (): ParsedElements => ({
  kind: "refused",
  sentence: "GS1 element strings are not used at this site.",
  elements: [],
});

/** Replaces `digital-link.ts` where no label is a GS1 Digital Link. */
export const linkElements = (): undefined => undefined;
