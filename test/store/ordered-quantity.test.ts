import { describe, expect, it } from "vitest";
import { changeBoxed, changeOfVerification, headroomAt } from "#lib/store/goods.ts";
import goodsCap from "../site/goods-cap.ts";
import odd from "../site/odd.ts";

const zongpai = { zongpai: "PO1", ordered: 12 };

describe("a save on a site that refuses more than ordered", () => {
  it.each([
    ["was verified before", {}, [3]],
    [
      "is verified with it, with the increase since then",
      { zongpai, seen: { boxed: 5, ordered: 10, headroom: 5 } },
      [1],
    ],
    // Then the conditions compare the numbers that the headroom is computed from.
    ["has no headroom yet", { zongpai, seen: { boxed: 5 } }, []],
  ])("needs the headroom of goods whose ordered quantity %s", (_, proof, needed) => {
    const { when = [] } = changeBoxed(3, odd, proof);
    const conditions = needed.map((value) => ({ attribute: "headroom", is: ">=", value }));
    expect(when).toEqual(conditions);
  });
});

it.each([
  ["10 of 12 were ordered before, and 5 may still be boxed", { ordered: 10, headroom: 5 }, 7],
  ["5 are boxed, and the headroom was not computed yet", { boxed: 5 }, 7],
  ["nothing is known", {}, 12],
])("goods may be boxed up to 12 where %s", (_, seen, headroom) => {
  expect(headroomAt(12, seen)).toBe(headroom);
});

it.each([
  [{ boxed: 5 }, ["ordered", "headroom", "boxed"]],
  [{ boxed: 5, ordered: 10, headroom: 5 }, ["ordered"]],
])("a verification of goods with %j needs the numbers that it read", (seen, attributes) => {
  const { when = [] } = changeOfVerification(1, { zongpai, seen }, odd);
  const numbers: Readonly<Record<string, number>> = seen;
  expect(when).toEqual(
    attributes.map((attribute) =>
      numbers[attribute] === undefined
        ? { absent: attribute }
        : { attribute, is: "=", value: numbers[attribute] },
    ),
  );
});

it.each([
  [1, 0],
  [0, 0],
  // One for each category.
  [-1, 3],
])("a change by %i has %i conditions where attachments need their goods", (delta, conditions) => {
  expect(changeBoxed(delta, goodsCap).when).toHaveLength(conditions);
});
