import { describe, expect, it } from "vitest";
import { changeBoxed } from "#lib/store/goods.ts";
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
