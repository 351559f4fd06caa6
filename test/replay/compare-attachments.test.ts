import { expect, test } from "vitest";
import { statusDifferences } from "../../commands/replay/compare.ts";
import type { Goods } from "../../commands/replay/data.ts";

const bare: Goods = {
  zongpai: "PO4-7",
  box_no: "BX4",
  product: "CA-3",
  ordered: 60,
  received: 58,
  location: "L6-B-1",
};
const goods: Goods = { ...bare, attachment: { category: "MANUAL", configured: 60, packed: 58 } };

const right = {
  category: "MANUAL",
  label: "Manual",
  configured_quantity: 60,
  evidence: "real",
  boxed_quantity: 58,
  headroom: 2,
  location: "L6-B-1",
  off_shelf: false,
  registered_at: "2026-11-21T09:30:00.000Z",
};
type Status = Exclude<Parameters<typeof statusDifferences>[1], string>;
const answer = (...categories: Status["categories"]): Status => ({ zongpai: "PO4-7", categories });
const found = (over: Partial<Status["categories"][number]>) =>
  statusDifferences(goods, answer({ ...right, ...over }));

test("nothing received is no entry, and no evidence", () => {
  const none = { ...right, evidence: "none", boxed_quantity: 0, headroom: 60 };
  expect(
    statusDifferences(
      { ...goods, attachment: { category: "MANUAL", configured: 60, packed: 0 } },
      answer(none),
    ),
  ).toEqual([]);
});

test("a status that is as the files say has no difference", () => {
  expect(found({})).toEqual([]);
});

test.each([
  [{ configured_quantity: 61 }, "MANUAL configured is 61, the files say 60"],
  [{ configured_quantity: undefined }, "MANUAL configured is absent, the files say 60"],
  [{ boxed_quantity: 0 }, "MANUAL boxed is 0, the files say 58"],
  [{ headroom: 1 }, "MANUAL headroom is 1, the files say 2"],
  [{ evidence: "none" }, "MANUAL evidence is none, the files say real"],
  [{ location: "L1-A-1" }, "MANUAL location is L1-A-1, the files say L6-B-1"],
  [{ location: undefined, off_shelf: true }, "MANUAL location is off shelf, the files say L6-B-1"],
  [
    { location: undefined, off_shelf: undefined },
    "MANUAL location is absent, the files say L6-B-1",
  ],
])("%j is told", (over, sentence) => {
  expect(found(over)).toEqual([`PO4-7: ${sentence}`]);
});

test("another category, a category too many and a word of evidence that is none of the site's are told", () => {
  expect(found({ category: "CABLE" })).toContain(
    "PO4-7: CABLE boxed is 58, the files say that there is none",
  );
  expect(found({ category: "CABLE" })).toContain("PO4-7: MANUAL boxed is absent, the files say 58");
  expect(statusDifferences(bare, answer(right))).toHaveLength(5);
  expect(statusDifferences(bare, answer())).toEqual([]);
  expect(found({ evidence: "perhaps" })[0]).toContain("evidence");
  expect(statusDifferences(goods, "503 ERP_UNAVAILABLE: later")).toEqual([
    "PO4-7: 503 ERP_UNAVAILABLE: later",
  ]);
});
