import { describe, expect, it } from "vitest";
import type { Site } from "#lib/site/schema.ts";
import { attributesOf } from "#lib/store/categories.ts";
import { goodsKey } from "#lib/store/keys.ts";
import demo from "../../sites/demo.ts";
import fixedCap from "../site/fixed-cap.ts";
import goodsCap from "../site/goods-cap.ts";
import { category, other } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { soundGoods } from "../support/planted.ts";
import { site } from "../support/site.ts";
import { rowAt } from "../support/table.ts";

const countersOf = async (goods: string) => {
  const row = await rowAt(goodsKey(goods));
  const of = (code: string) => {
    const { boxed, configured, headroom, located } = attributesOf(code);
    return {
      ...{ boxed: Number(row[boxed]), configured: Number(row[configured]) },
      ...{ headroom: row[headroom], located: row[located] },
    };
  };
  return { product: Number(row.boxed), one: of(category), two: of(other) };
};

/** Brings the table to other rules, and gives what was wrong by them before. */
const changeTo = async (rules: Site) => {
  const { summary } = await audited({ repairAs: "ada" }, rules);
  expect(summary.repaired).toBe(summary.repairable);
  expect((await audited({}, rules)).differences).toEqual([]);
  return summary.differences;
};

const withRules = (attachment: Partial<Site["attachment"]>): Site => ({
  ...site,
  attachment: { ...site.attachment, ...attachment },
});

describe("after a site changed its rules, a repair brings the table to them", () => {
  it("from any cap rule to any other", async () => {
    const { goods } = await soundGoods();
    const everyHeadroom = { headroom: site.attachment.categories.length };
    const changeCap = (cap: Site["attachment"]["cap"]) => changeTo(withRules({ cap }));
    await changeCap({ rule: "boxedGoods", perUnit: 5 });
    const { product, one, two } = await countersOf(goods);
    expect([one.headroom, two.headroom]).toEqual([5 * product - one.boxed, 5 * product]);

    expect(await changeCap({ rule: "boxedGoods", perUnit: 4 })).toEqual(everyHeadroom);
    expect((await countersOf(goods)).two.headroom).toBe(4 * product);

    expect(await changeCap({ rule: "fixed", quantity: 500 })).toEqual(everyHeadroom);
    expect((await countersOf(goods)).two.headroom).toBeUndefined();

    expect(await changeCap({ rule: "configured" })).toEqual({ headroom: 2 });
    expect((await countersOf(goods)).one.headroom).toBe(one.configured - one.boxed);
    await changeTo(site);
  });

  it("to evidence that flips back, and to a box that is evidence alone", async () => {
    const { goods, box } = await soundGoods();
    await changeTo(withRules({ flipsBack: false, realEvidence: ["box"] }));
    await call("delete-attachment-box", { box_no: box, zongpai: goods, category });
    await changeTo(withRules({ flipsBack: true, realEvidence: ["box"] }));
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
    expect([one.headroom, two.headroom]).toEqual([2 * product - one.boxed, 2 * product]);
    expect(two.located).toBe(true);
    for (const profile of [fixedCap, goodsCap, demo]) await changeTo(profile);
  });
});
