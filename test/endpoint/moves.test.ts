import { describe, expect, it } from "vitest";
import { call, done, refused, serves } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import {
  boxes,
  category,
  goodsWithHeadroom,
  lineOf,
  locate,
  other,
  quantitiesIn,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh, itemOf, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const recorded_at = expect.any(String);

/** Five pieces of goods in a box, a request that moves them to another box, and the contents of both. */
const saved = async () => {
  const [from = "", to = ""] = boxes(2);
  const goods = zongpai(fresh());
  await saveItem({ box_no: from, zongpai: goods }, 5);
  const held = () => Promise.all([from, to].map(async (box) => (await quantitiesIn(box))[0]));
  return { from, to, goods, move: { box_no: from, to_box_no: to, zongpai: goods }, held };
};

describe.runIf(serves("move-item"))("extension: moving goods into another box", () => {
  it.each([
    ["all of them", 5, [[], [5]]],
    ["a part of them, and leaves the rest", 2, [[3], [2]]],
  ])("moves %s, and answers what it recorded", async (_, quantity, after) => {
    const { move, held } = await saved();
    const { body } = await done("move-item", { ...move, quantity });
    expect(body).toEqual({ ...move, quantity, recorded_at });
    expect(await held()).toEqual(after);
  });

  it("refuses more than the box holds, missing goods, and goods in the other box", async () => {
    const { from, to, goods, move, held } = await saved();
    const tooMuch = await refused("movedBeyondBoxed", "move-item", { ...move, quantity: 6 });
    expect(tooMuch.body.message).toContain("5");
    expect(await held()).toEqual([[5], []]);
    await saveItem({ box_no: to, zongpai: goods }, 3);
    const duplicate = await refused("duplicateBoxItem", "move-item", { ...move, quantity: 5 });
    expect(duplicate.body.message).toContain(to);
    expect(duplicate.body.message).toContain("3");
    expect(await held()).toEqual([[5], [3]]);
    for (const box_no of [to, from]) await call("delete-box", { box_no, zongpai: goods });
    await refused("itemNotFound", "move-item", { ...move, quantity: 5 });
  });

  it("refuses to move into the same box", async () => {
    const [box = ""] = boxes(1);
    const same = { ...itemOf(fresh()), box_no: box, to_box_no: box, quantity: 5 };
    const { body } = await refused("invalidBoxNo", "move-item", same);
    expect(body.message).toContain(site.accepts.otherBox);
  });

  it(`${site.box.unknownBox}s a box that the ERP does not know, as a save does`, async () => {
    const { move, held } = await saved();
    const unknown = { ...move, to_box_no: boxNo(unknownToErp()), quantity: 5 };
    if (site.box.unknownBox === "accept") return void (await done("move-item", unknown));
    await refused("boxNotFound", "move-item", unknown);
    expect(await held()).toEqual([[5], []]);
  });

  it("moves goods that the ERP no longer knows", async () => {
    const { goods, move, held } = await saved();
    erp.forgetGoods(goods);
    await done("move-item", { ...move, quantity: 5 });
    expect(await held()).toEqual([[], [5]]);
  });
});

describe.runIf(serves("move-item"))("extension: moving an attachment into another box", () => {
  const boxed = async (quantity: number, code = category) => {
    const { goods } = await goodsWithHeadroom(6);
    const [from = "", to = ""] = boxes(2);
    await saveEntry(goods, from, quantity, code);
    return { goods, to, move: { box_no: from, to_box_no: to, zongpai: goods } };
  };

  it("changes no sum, no headroom and no evidence", async () => {
    const { goods, to, ...rest } = await boxed(5);
    const move = { ...rest.move, category };
    const before = await lineOf(goods);
    const { body } = await done("move-item", { ...move, quantity: 2 });
    expect(body).toEqual({ ...move, quantity: 2, recorded_at });
    expect(await lineOf(goods)).toEqual(before);
    expect(await quantitiesIn(to)).toEqual([[], [2]]);
    // Moves all that is left. The first entry disappears, and the boxed total stays the same.
    await call("delete-attachment-box", { box_no: to, zongpai: goods, category });
    const less = await lineOf(goods);
    await done("move-item", { ...move, quantity: 3 });
    expect(await lineOf(goods)).toEqual(less);
  });

  it("never flips evidence, also where it was boxed before the attachment was located", async () => {
    const { goods, move } = await boxed(2, other);
    await locate(goods, 1, other);
    const before = await lineOf(goods, other);
    await done("move-item", { ...move, category: other, quantity: 2 });
    expect(await lineOf(goods, other)).toEqual(before);
  });

  it("does not touch the goods in the same box, and refuses an unknown category", async () => {
    const { move } = await boxed(2);
    await refused("itemNotFound", "move-item", { ...move, quantity: 2 });
    const unknown = await call("move-item", { ...move, category: "?", quantity: 2 });
    expect(unknown.body.message).toContain("?");
  });
});
