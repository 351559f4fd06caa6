import { describe, expect, it } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { attributesOf } from "#lib/store/categories.ts";
import { goodsKey } from "#lib/store/keys.ts";
import demo from "../../sites/demo.ts";
import fixedCap from "../site/fixed-cap.ts";
import goodsCap from "../site/goods-cap.ts";
import odd from "../site/odd.ts";
import { category, other } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { soundGoods } from "../support/planted.ts";
import { site } from "../support/site.ts";
import { rowAt } from "../support/table.ts";

const countersOf = async (goods: string) => {
  const Item = await rowAt(goodsKey(goods));
  const of = (code: string) => {
    const { boxed, configured, headroom, located } = attributesOf(code);
    return {
      boxed: Item[boxed],
      configured: Item[configured],
      headroom: Item[headroom],
      located: Item[located],
    };
  };
  return {
    product: Item.boxed as number,
    headroom: Item.headroom,
    one: of(category),
    two: of(other),
  };
};

/** Brings the table to other rules, and says what was wrong by them before. */
const changeTo = async (rules: Site) => {
  const { summary } = await audited({ repairAs: "ada" }, rules);
  expect(summary.repaired).toBe(summary.repairable);
  expect((await audited({}, rules)).differences).toEqual([]);
  return summary.differences;
};

/** This site's rules in all but a few answers; the categories, formats and locations are what was written under. */
const withCap = (cap: Site["attachment"]["cap"]): Site => ({
  ...site,
  attachment: { ...site.attachment, cap },
});

describe("after a site changed its rules, a repair brings the table to them", () => {
  it("from any cap rule to any other", async () => {
    const { goods } = await soundGoods();
    await changeTo(withCap({ rule: "boxedGoods", perUnit: 5 }));
    const byGoods = await countersOf(goods);
    expect(byGoods.one.headroom).toBe(5 * byGoods.product - Number(byGoods.one.boxed));
    expect(byGoods.two.headroom).toBe(5 * byGoods.product);

    expect(await changeTo(withCap({ rule: "boxedGoods", perUnit: 4 }))).toEqual({
      headroom: site.attachment.categories.length,
    });
    expect((await countersOf(goods)).two.headroom).toBe(4 * byGoods.product);

    expect(await changeTo(withCap({ rule: "fixed", quantity: 500 }))).toEqual({
      headroom: site.attachment.categories.length,
    });
    expect((await countersOf(goods)).two).not.toHaveProperty("headroom", expect.anything());

    expect(await changeTo(withCap({ rule: "configured" }))).toEqual({ headroom: 2 });
    const configured = await countersOf(goods);
    expect(configured.one.headroom).toBe(
      Number(configured.one.configured) - Number(configured.one.boxed),
    );

    await changeTo(site);
    expect((await audited()).differences).toEqual([]);
  });

  it("to another answer of what may be boxed beyond the order", async () => {
    const { goods } = await soundGoods();
    const changed = site.box.beyondOrdered === "refuse" ? "allow" : "refuse";
    expect(
      (await changeTo({ ...site, box: { ...site.box, beyondOrdered: changed } })).productHeadroom,
    ).toBeGreaterThan(0);
    expect((await countersOf(goods)).headroom === undefined).toBe(changed === "allow");
    await changeTo(site);
  });

  it("to another number of shards and another rule of areas", async () => {
    await soundGoods();
    const location = { ...site.location, shards: { write: 9, read: [9] }, area: /^(.)/u };
    const { index = 0 } = await changeTo({ ...site, location });
    expect(index).toBeGreaterThan(0);
    await changeTo(site);
  });

  it("to evidence that flips back, and to a box that is evidence alone", async () => {
    const { goods, box } = await soundGoods();
    const rules = (flipsBack: boolean): Site => ({
      ...site,
      attachment: { ...site.attachment, flipsBack, realEvidence: ["box"] },
    });
    await changeTo(rules(false));
    await call("delete-attachment-box", { box_no: box, zongpai: goods, category });
    await changeTo(rules(true));
    await changeTo(site);
  });

  // Written under one whole profile, audited under another that shares its formats.
  it.runIf(site.name === "demo")("from demo's profile to its variants and back", async () => {
    const { goods } = await soundGoods();
    await call("post-attachment-location", { zongpai: goods, category: other, off_shelf: true });
    expect(await changeTo(goodsCap)).toMatchObject({
      headroom: expect.any(Number),
      located: expect.any(Number),
    });
    const { product, one, two } = await countersOf(goods);
    expect([one.headroom, two.headroom, two.located]).toEqual([
      2 * product - Number(one.boxed),
      2 * product,
      true,
    ]);
    for (const profile of [fixedCap, goodsCap, demo]) await changeTo(profile);
    expect((await audited({}, demo)).differences).toEqual([]);
  });

  it.runIf(site.name === "odd")(
    "the profile under test is the odd one, whose headrooms count by goods",
    () => {
      expect(site.attachment.cap).toEqual(odd.attachment.cap);
    },
  );
});
