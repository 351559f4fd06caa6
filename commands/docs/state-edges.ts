import type { Condition } from "#lib/errors.ts";

/**
 * What a write does to an item of a box, and to an attachment, on the example site. docs/states.md draws these edges, and a test does each
 * of them, also the refused ones.
 */
export type Edge<State extends string = string> = { readonly from: State; readonly by: string } & (
  | { readonly to: State }
  | { readonly refused: Condition }
);

export const itemEdges = [
  { from: "absent", by: "save", to: "in the box" },
  { from: "absent", by: "correct", refused: "itemNotFound" },
  { from: "absent", by: "delete", refused: "itemNotFound" },
  { from: "absent", by: "move", refused: "itemNotFound" },
  { from: "in the box", by: "save again", refused: "duplicateBoxItem" },
  { from: "in the box", by: "correct", to: "in the box" },
  { from: "in the box", by: "correct, stale", refused: "staleExpectedQuantity" },
  { from: "in the box", by: "move", to: "in the box" },
  { from: "in the box", by: "move more than is there", refused: "movedBeyondBoxed" },
  { from: "in the box", by: "delete", to: "absent" },
] as const satisfies readonly Edge[];
export type ItemState = (typeof itemEdges)[number]["from"];

/** `evidenced`: its evidence is real, but none of it is boxed any more. `removed`: it was configured before. */
export const attachmentEdges = [
  { from: "unknown", by: "configure", to: "configured" },
  { from: "unknown", by: "save", refused: "categoryNotConfigured" },
  { from: "unknown", by: "locate", refused: "categoryNotConfigured" },
  { from: "unknown", by: "correct", refused: "itemNotFound" },
  { from: "configured", by: "locate", to: "located" },
  { from: "configured", by: "clear", to: "configured" },
  { from: "configured", by: "save", to: "boxed" },
  { from: "configured", by: "save beyond the cap", refused: "capExceeded" },
  { from: "configured", by: "delete", refused: "itemNotFound" },
  { from: "configured", by: "remove from configuration", to: "removed" },
  { from: "located", by: "save", to: "boxed" },
  { from: "located", by: "clear", to: "configured" },
  { from: "located", by: "remove from configuration", refused: "removalRefused" },
  { from: "boxed", by: "save again", refused: "duplicateBoxItem" },
  { from: "boxed", by: "save another box", to: "boxed" },
  { from: "boxed", by: "save beyond the cap", refused: "capExceeded" },
  { from: "boxed", by: "correct", to: "boxed" },
  { from: "boxed", by: "correct, stale", refused: "staleExpectedQuantity" },
  { from: "boxed", by: "move", to: "boxed" },
  { from: "boxed", by: "delete, more left", to: "boxed" },
  { from: "boxed", by: "delete", to: "evidenced" },
  { from: "boxed", by: "configure below boxed", refused: "configuredBelowBoxed" },
  { from: "boxed", by: "remove from configuration", refused: "removalRefused" },
  { from: "evidenced", by: "save", to: "boxed" },
  { from: "evidenced", by: "delete", refused: "itemNotFound" },
  { from: "evidenced", by: "remove from configuration", to: "removed" },
  { from: "removed", by: "save", refused: "categoryNotConfigured" },
  { from: "removed", by: "configure", to: "configured" },
] as const satisfies readonly Edge[];
export type AttachmentState = (typeof attachmentEdges)[number]["from"];

/** The writes in the diagrams, in words. */
export type Act = (typeof itemEdges | typeof attachmentEdges)[number]["by"];
