import { expect, it } from "vitest";
import { eventKinds } from "#lib/domain/events.ts";

const item = { box_no: "BX1", category: "CABLE" };
const both = (changes: readonly (readonly [{ box_no: string }, number, number])[] = []) =>
  changes.map(([{ box_no }, from, to]) => [box_no, from, to]);

it("an event names the items that it changed, with their quantities before and after", () => {
  const { saved, corrected, transferred } = eventKinds;
  expect(both(saved.items?.({ kind: "saved", ...item, quantity: 3 }))).toEqual([["BX1", 0, 3]]);
  expect(both(corrected.items?.({ kind: "corrected", ...item, from: 3, to: 2 }))).toEqual([
    ["BX1", 3, 2],
  ]);
  const moved = { kind: "transferred", ...item, to_box_no: "BX2", quantity: 3, left: 2 } as const;
  expect(both(transferred.items?.(moved))).toEqual([
    ["BX1", 5, 2],
    ["BX2", 0, 3],
  ]);
});
