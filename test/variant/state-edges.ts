import type { Condition } from "#lib/errors.ts";

/**
 * From a state, by a write, to a state or a refusal: of an item of a box, and of an attachment, on the example site. docs/states.md draws
 * these edges.
 */
export type Edge<State extends string = string, By = string> = readonly [
  from: State,
  by: By,
  outcome: State | Condition,
];

export const itemEdges = [
  ["absent", "save", "in the box"],
  ["absent", "correct", "itemNotFound"],
  ["absent", "delete", "itemNotFound"],
  ["absent", "move", "itemNotFound"],
  ["in the box", "save again", "duplicateBoxItem"],
  ["in the box", "correct", "in the box"],
  ["in the box", "correct, stale", "staleExpectedQuantity"],
  ["in the box", "move", "in the box"],
  ["in the box", "move more than is there", "movedBeyondBoxed"],
  ["in the box", "delete", "absent"],
] as const satisfies readonly Edge[];
export type ItemState = (typeof itemEdges)[number][0];

/** `evidenced`: its evidence is real, but none of it is boxed any more. `removed`: it was configured before. */
export const attachmentEdges = [
  ["unknown", "configure", "configured"],
  ["unknown", "save", "categoryNotConfigured"],
  ["unknown", "locate", "categoryNotConfigured"],
  ["unknown", "correct", "itemNotFound"],
  ["configured", "locate", "located"],
  ["configured", "clear", "configured"],
  ["configured", "save", "boxed"],
  ["configured", "save beyond the cap", "capExceeded"],
  ["configured", "delete", "itemNotFound"],
  ["configured", "remove from configuration", "removed"],
  ["located", "save", "boxed"],
  ["located", "clear", "configured"],
  ["located", "remove from configuration", "removalRefused"],
  ["boxed", "save again", "duplicateBoxItem"],
  ["boxed", "save another box", "boxed"],
  ["boxed", "save beyond the cap", "capExceeded"],
  ["boxed", "correct", "boxed"],
  ["boxed", "correct, stale", "staleExpectedQuantity"],
  ["boxed", "move", "boxed"],
  ["boxed", "delete, more left", "boxed"],
  ["boxed", "delete", "evidenced"],
  ["boxed", "configure below boxed", "configuredBelowBoxed"],
  ["boxed", "remove from configuration", "removalRefused"],
  ["evidenced", "save", "boxed"],
  ["evidenced", "delete", "itemNotFound"],
  ["evidenced", "remove from configuration", "removed"],
  ["removed", "save", "categoryNotConfigured"],
  ["removed", "configure", "configured"],
] as const satisfies readonly Edge[];
export type AttachmentState = (typeof attachmentEdges)[number][0];

/** The writes in the diagrams, in words. */
export type Act = (typeof itemEdges | typeof attachmentEdges)[number][1];
