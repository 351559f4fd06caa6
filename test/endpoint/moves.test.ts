import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  boxes,
  category,
  goodsWithHeadroom,
  lineOf,
  other,
  saveEntry,
} from "../support/attachments.ts";
import { call, hasKeys, keyHeader } from "../support/client.ts";
import { done, refused } from "../support/expect-error.ts";
import { boxNo, fresh, location, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const success = site.success["move-item"];

const saved = async (quantity: number) => {
  const [from = "", to = ""] = boxes(2);
  const goods = zongpai(fresh());
  await call("post-box", { box_no: from, zongpai: goods, quantity });
  return { from, to, goods, move: { box_no: from, to_box_no: to, zongpai: goods } };
};

/** What a box holds: the quantities of its goods, and of their attachments. */
const contents = async (box_no: string) => {
  const { items, entries } = (await call("get-box-info", { box_no })).body as Record<
    string,
    { quantity: number }[]
  >;
  return [items, entries].map((list) => list?.map(({ quantity }) => quantity));
};

describe("extension: moving goods into another box", () => {
  it("moves all of them, and answers what it recorded", async () => {
    const { from, to, move } = await saved(5);
    const { body } = await done("move-item", { ...move, quantity: 5 });
    expect(body).toEqual({ ...move, quantity: 5, recorded_at: expect.any(String) });
    expect([await contents(from), await contents(to)]).toEqual([
      [[], []],
      [[5], []],
    ]);
  });

  it("moves a part of them, and leaves the rest", async () => {
    const { from, to, move } = await saved(5);
    await done("move-item", { ...move, quantity: 2 });
    expect([await contents(from), await contents(to)]).toEqual([
      [[3], []],
      [[2], []],
    ]);
  });

  it("refuses more than is there, with what is there, and moves nothing", async () => {
    const { from, to, move } = await saved(5);
    const answer = await refused("movedBeyondBoxed", "move-item", { ...move, quantity: 6 });
    expect(answer.body.message).toContain("5");
    expect([await contents(from), await contents(to)]).toEqual([
      [[5], []],
      [[], []],
    ]);
  });

  it("refuses goods that are not in the box, and those that are in the other box already", async () => {
    const { from, to, goods, move } = await saved(5);
    await refused("duplicateBoxItem", "move-item", {
      ...move,
      box_no: to,
      to_box_no: from,
      quantity: 1,
    });
    await call("post-box", { box_no: to, zongpai: goods, quantity: 3 });
    const duplicate = await refused("duplicateBoxItem", "move-item", { ...move, quantity: 5 });
    expect(duplicate.body.message).toContain(to);
    expect(duplicate.body.message).toContain("3");
    expect([await contents(from), await contents(to)]).toEqual([
      [[5], []],
      [[3], []],
    ]);
    await call("delete-box", { box_no: to, zongpai: goods });
    await call("delete-box", { box_no: from, zongpai: goods });
    await refused("itemNotFound", "move-item", { ...move, quantity: 5 });
  });

  it("refuses to move into the same box", async () => {
    const { from, move } = await saved(5);
    const answer = await refused("invalidBoxNo", "move-item", {
      ...move,
      to_box_no: from,
      quantity: 5,
    });
    expect(answer.body.message).toContain(site.accepts.otherBox);
  });

  if (site.box.unknownBox === "refuse")
    it("refuses a box that the ERP does not know, and moves nothing", async () => {
      const { from, move } = await saved(5);
      await refused("boxNotFound", "move-item", {
        ...move,
        to_box_no: boxNo(unknownToErp()),
        quantity: 5,
      });
      expect(await contents(from)).toEqual([[5], []]);
    });
  else
    it("takes a box that the ERP does not know, as a save does", async () => {
      const { move } = await saved(5);
      await done("move-item", { ...move, to_box_no: boxNo(unknownToErp()), quantity: 5 });
    });

  if (site.extensions.expectedQuantity)
    it("compares and sets: a stale expected quantity is refused with the current one, and moves nothing", async () => {
      const { from, move } = await saved(5);
      for (const [quantity, expected_quantity] of [
        [2, 4],
        [4, 4],
        [5, 3],
      ]) {
        const stale = await refused("staleExpectedQuantity", "move-item", {
          ...move,
          quantity,
          expected_quantity,
        });
        expect(stale.body.message).toContain("5");
      }
      await refused("movedBeyondBoxed", "move-item", {
        ...move,
        quantity: 6,
        expected_quantity: 5,
      });
      expect(await contents(from)).toEqual([[5], []]);
      await done("move-item", { ...move, quantity: 2, expected_quantity: 5 });
    });

  if (hasKeys)
    it("sent again with its key moves once, and gets the same answer", async () => {
      const { from, to, move } = await saved(5);
      const headers = keyHeader(randomUUID());
      const [first, again] = [
        await call("move-item", { ...move, quantity: 2 }, headers),
        await call("move-item", { ...move, quantity: 2 }, headers),
      ];
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect([await contents(from), await contents(to)]).toEqual([
        [[3], []],
        [[2], []],
      ]);
    });
});

describe("extension: moving an attachment into another box", () => {
  it("changes no sum, no headroom and no evidence", async () => {
    const { goods } = await goodsWithHeadroom(6);
    const [from = "", to = ""] = boxes(2);
    await call("post-attachment-location", { zongpai: goods, category, location: location(1) });
    await saveEntry(goods, from, 5);
    const before = await lineOf(goods);
    expect(before?.evidence).toBe(site.attachment.evidence.present);
    const move = { box_no: from, to_box_no: to, zongpai: goods, category };
    const { body, status } = await call("move-item", { ...move, quantity: 2 });
    expect([status, body]).toEqual([
      success,
      { ...move, quantity: 2, recorded_at: expect.any(String) },
    ]);
    expect(await lineOf(goods)).toEqual(before);
    expect(await contents(to)).toEqual([[], [2]]);
    // All that is left: the first entry goes, and as much is boxed as before.
    await call("delete-attachment-box", { box_no: to, zongpai: goods, category });
    const less = await lineOf(goods);
    await done("move-item", { ...move, quantity: 3 });
    expect(await lineOf(goods)).toEqual(less);
  });

  it("never flips evidence, also where it was boxed before the attachment was located", async () => {
    const { goods } = await goodsWithHeadroom(6);
    const [from = "", to = ""] = boxes(2);
    await saveEntry(goods, from, 2, other);
    await call("post-attachment-location", {
      zongpai: goods,
      category: other,
      location: location(1),
    });
    const before = await lineOf(goods, other);
    await call("move-item", {
      box_no: from,
      to_box_no: to,
      zongpai: goods,
      category: other,
      quantity: 2,
    });
    expect(await lineOf(goods, other)).toEqual(before);
  });

  it("does not touch the goods themselves in the same box", async () => {
    const { goods } = await goodsWithHeadroom(6);
    const [from = "", to = ""] = boxes(2);
    await saveEntry(goods, from, 2);
    await refused("itemNotFound", "move-item", {
      box_no: from,
      to_box_no: to,
      zongpai: goods,
      quantity: 2,
    });
    expect(
      (
        await call("move-item", {
          box_no: from,
          to_box_no: to,
          zongpai: goods,
          category: "?",
          quantity: 2,
        })
      ).body.message,
    ).toContain("?");
  });
});
