import { describe, expect, it } from "vitest";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  lineOf,
  other,
  saveEntry,
} from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { boxNo, fresh, itemOf, location, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { attachment, success } = site;
const { present, absent } = attachment.evidence;
const needsLocation = attachment.realEvidence.includes("location");
const locate = (goods: string, code = category) =>
  call("post-attachment-location", { zongpai: goods, category: code, location: location(1) });

describe("§3, §4, §8 POST /attachment/box: the entry, evidence and the cap", () => {
  it("appends the entry, answers what it recorded, and shows it in the box and in the status", async () => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const [box = ""] = boxes(1);
    const { status, body } = await saveEntry(goods, box, 7);
    expect(status).toBe(success["post-attachment-box"]);
    expect(body).toEqual({
      box_no: box,
      zongpai: goods,
      category,
      quantity: 7,
      recorded_at: expect.any(String),
    });
    expect((await call("get-box-info", { box_no: box })).body.entries).toEqual([
      { zongpai: goods, category, quantity: 7, recorded_at: expect.any(String) },
    ]);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 7, headroom: headroom - 7 });
    expect((await call("location-overview", { zongpai: goods })).body.boxes).toContainEqual({
      box_no: box,
      category,
      quantity: 7,
    });
  });

  it("keeps categories apart: each has its own quantity and headroom", async () => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const [box = ""] = boxes(1);
    await saveEntry(goods, box, 3);
    await saveEntry(goods, box, 5, other);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 3, headroom: headroom - 3 });
    expect(await lineOf(goods, other)).toMatchObject({ boxed_quantity: 5, headroom: headroom - 5 });
  });

  it("refuses the same entry in the same box, and changes nothing", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [box = ""] = boxes(1);
    await saveEntry(goods, box, 3);
    const again = await saveEntry(goods, box, 4);
    expectError(again, "duplicateBoxItem", "accessory");
    expect(again.body.message).toContain(category);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 3 });
  });

  it("refuses a category that is not the site's, one that is not configured, and goods that the ERP does not know", async () => {
    const [box = ""] = boxes(1);
    const goods = zongpai(fresh());
    expectError(await saveEntry(goods, box, 1, "NOBODYS"), "categoryNotKnown", "accessory");
    expectError(await saveEntry(goods, box, 1), "categoryNotConfigured", "accessory");
    await configure(goods, { [other]: 5 });
    expectError(await saveEntry(goods, box, 1), "categoryNotConfigured", "accessory");
    if (attachment.cap.rule === "boxedGoods") return; // There, unknown goods are not boxed, so nothing may be boxed with them.
    const unknown = zongpai(unknownToErp());
    await configure(unknown, { [category]: 5 });
    expectError(await saveEntry(unknown, box, 1), "zongpaiNotFound", "accessory");
  });

  it("refuses more than the headroom, says how much would still have passed, and lets exactly that pass", async () => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const [one = "", two = "", three = "", four = ""] = boxes(4);
    await saveEntry(goods, one, 10);
    const over = await saveEntry(goods, two, headroom - 9);
    expectError(over, "capExceeded", "accessory");
    expect(over.body.message).toContain(String(headroom - 10));
    expect((await saveEntry(goods, three, headroom - 10)).status).toBe(
      success["post-attachment-box"],
    );
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: headroom, headroom: 0 });
    expectError(
      await saveEntry(goods, four, site.formats.quantity.least),
      "capExceeded",
      "accessory",
    );
  });

  if (site.box.unknownBox === "refuse")
    it("refuses a box that the ERP does not know", async () => {
      const { goods } = await goodsWithHeadroom(30);
      expectError(await saveEntry(goods, boxNo(unknownToErp()), 1), "boxNotFound", "accessory");
    });

  it("flips evidence when the site's facts all hold with this write, and not before", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [one = "", two = ""] = boxes(2);
    expect(await lineOf(goods)).toMatchObject({ evidence: absent });
    await saveEntry(goods, one, 1);
    expect(await lineOf(goods)).toMatchObject({ evidence: needsLocation ? absent : present });
    await locate(goods);
    expect(await lineOf(goods)).toMatchObject({ evidence: needsLocation ? absent : present });
    await saveEntry(goods, two, 1);
    expect(await lineOf(goods)).toMatchObject({ evidence: present });
  });

  if (needsLocation)
    it("does not unflip evidence when the attachment is later off the shelf", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [one = "", two = ""] = boxes(2);
      await locate(goods);
      await saveEntry(goods, one, 1);
      await call("post-attachment-location", { zongpai: goods, category, off_shelf: true });
      await saveEntry(goods, two, 1);
      expect(await lineOf(goods)).toMatchObject({ evidence: present });
    });

  if (needsLocation)
    it("counts an attachment off the shelf as located only if the site says so", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [box = ""] = boxes(1);
      await call("post-attachment-location", { zongpai: goods, category, off_shelf: true });
      await saveEntry(goods, box, 1);
      expect(await lineOf(goods)).toMatchObject({
        evidence: attachment.offShelfIsLocated ? present : absent,
      });
    });
});

describe("§3, §8 PATCH and DELETE /attachment/box: the cap and evidence", () => {
  const saved = async (quantity: number) => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const [box = ""] = boxes(1);
    await saveEntry(goods, box, quantity);
    return { entry: { box_no: box, zongpai: goods, category }, goods, headroom };
  };

  it("set the quantity, hold the cap on an increase, and give back what they free", async () => {
    const { entry, goods, headroom } = await saved(10);
    const { body } = await done("patch-attachment-box", { ...entry, quantity: headroom });
    expect(body).toEqual({ ...entry, quantity: headroom, recorded_at: expect.any(String) });
    const over = await refused("capExceeded", "patch-attachment-box", {
      ...entry,
      quantity: headroom + 1,
    });
    expect(over.body.message).toContain("0");
    await call("patch-attachment-box", { ...entry, quantity: 4 });
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 4, headroom: headroom - 4 });
  });

  it("flip evidence back with the last entry only if the site says so", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [one = "", two = ""] = boxes(2);
    await locate(goods);
    for (const box of [one, two]) await saveEntry(goods, box, 2);
    await call("delete-attachment-box", { box_no: one, zongpai: goods, category });
    expect(await lineOf(goods)).toMatchObject({ evidence: present });
    await call("delete-attachment-box", { box_no: two, zongpai: goods, category });
    expect(await lineOf(goods)).toMatchObject({
      boxed_quantity: 0,
      evidence: attachment.flipsBack ? absent : present,
    });
  });
});

if (attachment.cap.rule === "boxedGoods") {
  const { perUnit } = attachment.cap;
  describe("§8 the cap by boxed goods: goods whose attachments use what they are boxed by", () => {
    const used = async () => {
      const n = fresh();
      const item = itemOf(n);
      await configure(item.zongpai, { [category]: 50 });
      await call("post-box", { ...item, quantity: 10 });
      await saveEntry(item.zongpai, item.box_no, 10 * perUnit);
      return item;
    };

    it(`may ${attachment.goodsBelowUse === "allow" ? "" : "not "}be taken away, as the site says`, async () => {
      const item = await used();
      for (const answer of [
        await call("edit-box", { ...item, quantity: 9 }),
        await call("delete-box", item),
      ]) {
        if (attachment.goodsBelowUse === "refuse") {
          expectError(answer, "capExceeded");
          expect(answer.body.message).toContain(category);
        } else expect(answer.status).toBeLessThan(300);
      }
      const held = attachment.goodsBelowUse === "refuse" ? 10 : 0;
      expect((await call("get-box-info", { box_no: item.box_no })).body.items_quantity).toBe(held);
      expect(await lineOf(item.zongpai)).toMatchObject({
        boxed_quantity: 10 * perUnit,
        headroom: 0,
      });
    });

    it("may be taken away as far as no attachment uses them", async () => {
      const item = await used();
      await call("patch-attachment-box", { ...item, category, quantity: 4 * perUnit });
      await done("edit-box", { ...item, quantity: 4 });
      expect(await lineOf(item.zongpai)).toMatchObject({ headroom: 0 });
    });
  });
}
