import { describe, expect, it } from "vitest";
import { call, done, expectError, refused } from "../support/client.ts";
import {
  boxes,
  boxInfo,
  category,
  configure,
  goodsWithHeadroom,
  lineOf,
  locate,
  offShelf,
  other,
  placesOf,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh, itemOf, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { attachment } = site;
const { present, absent } = attachment.evidence;
const needsLocation = attachment.realEvidence.includes("location");

const refusedSave = async (
  condition: Parameters<typeof expectError>[1],
  ...entry: Parameters<typeof saveEntry>
) => {
  const answer = await saveEntry(...entry);
  expectError(answer, condition, "accessory");
  return answer.body.message;
};

describe("§3, §4, §8 POST /attachment/box: the entry, evidence and the cap", () => {
  it("appends the entry and shows it in the box and the status", async () => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const entry = { box_no: boxNo(fresh()), zongpai: goods, category, quantity: 7 };
    const { box_no, ...held } = entry;
    const recorded_at = expect.any(String);
    const { body } = await done("post-attachment-box", entry);
    expect(body).toEqual({ ...entry, recorded_at });
    expect((await boxInfo(box_no)).entries).toEqual([{ ...held, recorded_at }]);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 7, headroom: headroom - 7 });
    expect((await placesOf(goods)).boxes).toContainEqual({ box_no, category, quantity: 7 });
  });

  it("refuses an unknown category, an unconfigured one, and goods unknown to the ERP", async () => {
    const [box = ""] = boxes(1);
    const goods = zongpai(fresh());
    await refusedSave("categoryNotKnown", goods, box, 1, "NOBODYS");
    await refusedSave("categoryNotConfigured", goods, box, 1);
    await configure(goods, { [other]: 5 });
    await refusedSave("categoryNotConfigured", goods, box, 1);
    // Under this rule goods must be boxed before attachments, and unknown goods cannot be.
    if (attachment.cap.rule === "boxedGoods") return;
    const unknown = zongpai(unknownToErp());
    await configure(unknown, { [category]: 5 });
    await refusedSave("zongpaiNotFound", unknown, box, 1);
  });

  it("refuses more than the headroom, and accepts exactly the headroom that it names", async () => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const [one = "", two = "", three = ""] = boxes(3);
    await saveEntry(goods, one, 10);
    const message = await refusedSave("capExceeded", goods, two, headroom - 9);
    expect(message).toContain(String(headroom - 10));
    await saveEntry(goods, two, headroom - 10);
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: headroom, headroom: 0 });
    await refusedSave("capExceeded", goods, three, site.formats.quantity.least);
  });

  if (site.box.unknownBox === "refuse")
    it("refuses a box that the ERP does not know", async () => {
      const { goods } = await goodsWithHeadroom(30);
      await refusedSave("boxNotFound", goods, boxNo(unknownToErp()), 1);
    });

  const expectEvidence = async (goods: string, holds: boolean) =>
    expect((await lineOf(goods))?.evidence).toBe(holds ? present : absent);

  it("flips evidence only with the write that completes the site's facts", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [one = "", two = ""] = boxes(2);
    await expectEvidence(goods, false);
    await saveEntry(goods, one, 1);
    await expectEvidence(goods, !needsLocation);
    await locate(goods);
    await expectEvidence(goods, !needsLocation);
    await saveEntry(goods, two, 1);
    await expectEvidence(goods, true);
  });

  if (needsLocation)
    it("counts an attachment off the shelf as located only if the site does", async () => {
      const [off, taken] = [await goodsWithHeadroom(30), await goodsWithHeadroom(30)];
      const [one = "", two = ""] = boxes(2);
      await locate(off.goods, offShelf);
      await saveEntry(off.goods, one, 1);
      await expectEvidence(off.goods, attachment.offShelfIsLocated);
      await locate(taken.goods);
      await saveEntry(taken.goods, one, 1);
      await locate(taken.goods, offShelf);
      await saveEntry(taken.goods, two, 1);
      await expectEvidence(taken.goods, true);
    });
});

describe("§3, §8 PATCH and DELETE /attachment/box: the cap and evidence", () => {
  it("hold the cap on an increase, and release what they free", async () => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const entry = { box_no: boxNo(fresh()), zongpai: goods, category };
    await saveEntry(goods, entry.box_no, 10);
    await done("patch-attachment-box", { ...entry, quantity: headroom });
    const over = { ...entry, quantity: headroom + 1 };
    const { body } = await refused("capExceeded", "patch-attachment-box", over);
    expect(body.message).toContain("0");
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
    const evidence = attachment.flipsBack ? absent : present;
    expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 0, evidence });
  });
});

if (attachment.cap.rule === "boxedGoods") {
  const { perUnit } = attachment.cap;
  describe("§8 the cap by boxed goods, when attachments need the boxed goods", () => {
    const used = async () => {
      const item = itemOf(fresh());
      await configure(item.zongpai, { [category]: 50 });
      await saveItem(item, 10);
      await saveEntry(item.zongpai, item.box_no, 10 * perUnit);
      return item;
    };
    const refuses = attachment.goodsBelowUse === "refuse";

    it(`may ${refuses ? "not " : ""}be taken away, as the site says`, async () => {
      const item = await used();
      for (const [id, less] of [
        ["edit-box", { ...item, quantity: 9 }],
        ["delete-box", item],
      ] as const)
        if (!refuses) await done(id, less);
        else expect((await refused("capExceeded", id, less)).body.message).toContain(category);
      expect((await boxInfo(item.box_no)).items_quantity).toBe(refuses ? 10 : 0);
      const line = { boxed_quantity: 10 * perUnit, headroom: 0 };
      expect(await lineOf(item.zongpai)).toMatchObject(line);
    });

    it("may be taken away as far as no attachment uses them", async () => {
      const item = await used();
      await call("patch-attachment-box", { ...item, category, quantity: 4 * perUnit });
      await done("edit-box", { ...item, quantity: 4 });
      expect(await lineOf(item.zongpai)).toMatchObject({ headroom: 0 });
    });
  });
}
