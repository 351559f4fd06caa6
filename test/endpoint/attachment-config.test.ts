import { describe, expect, it } from "vitest";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  lineOf,
  other,
  saveEntry,
  statusOf,
} from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { attachment, success } = site;
const guard: readonly string[] = attachment.removalGuard;
const locate = (goods: string) =>
  call("post-attachment-location", { zongpai: goods, category, location: location(1) });

describe("§4 GET /attachment/categories", () => {
  it("lists the site's categories, in its order", async () => {
    const { body } = await done("get-attachment-categories", {});
    expect(body).toEqual({
      categories: attachment.categories.map(({ code, label }) => ({ category: code, label })),
    });
  });
});

describe("§4 GET /attachment/status", () => {
  it("is empty for goods without a configuration", async () => {
    const goods = zongpai(fresh());
    const { body } = await done("get-attachment-status", { zongpai: goods });
    expect(body).toEqual({ zongpai: goods, categories: [] });
  });

  if (attachment.unconfiguredLocation === "accept")
    it("shows a category that is located, although it is not configured", async () => {
      const goods = zongpai(fresh());
      await call("post-attachment-location", { zongpai: goods, category: other, off_shelf: true });
      expect(await statusOf(goods)).toMatchObject([
        { category: other, boxed_quantity: 0, off_shelf: true },
      ]);
    });

  it("shows each configured category in the site's order", async () => {
    const goods = zongpai(fresh());
    await configure(goods, { [other]: 5, [category]: 7 });
    expect(await statusOf(goods)).toEqual(
      [category, other].map((code) => ({
        category: code,
        label: attachment.categories.find((one) => one.code === code)?.label,
        configured_quantity: code === category ? 7 : 5,
        evidence: attachment.evidence.absent,
        boxed_quantity: 0,
        headroom:
          attachment.cap.rule === "configured"
            ? code === category
              ? 7
              : 5
            : attachment.cap.rule === "fixed"
              ? attachment.cap.quantity
              : 0,
      })),
    );
  });
});

describe("§4 PUT /attachment/config", () => {
  it("replaces the whole configuration and answers what that changed", async () => {
    const goods = zongpai(fresh());
    const first = await configure(goods, { [category]: 7 });
    expect(first.status).toBe(success["put-attachment-config"]);
    expect(first.body).toEqual({
      zongpai: goods,
      entries: [{ category, quantity: 7 }],
      added: [category],
      removed: [],
      changed: [],
      blocked: [],
      recorded_at: expect.any(String),
    });
    expect((await configure(goods, { [category]: 9, [other]: 5 })).body).toMatchObject({
      added: [other],
      removed: [],
      changed: [category],
    });
    expect((await configure(goods, { [other]: 5 })).body).toMatchObject({
      added: [],
      removed: [category],
      changed: [],
    });
    expect((await statusOf(goods)).map((line) => line.category)).toEqual([other]);
    expect((await configure(goods, {})).body).toMatchObject({ removed: [other] });
    expect(await statusOf(goods)).toEqual([]);
  });

  it("refuses a category twice, one that is not the site's, and what is no list", async () => {
    const goods = zongpai(fresh());
    const twice = { zongpai: goods, entries: [1, 2].map((quantity) => ({ category, quantity })) };
    await refused("invalidField", "put-attachment-config", twice);
    const unknown = { zongpai: goods, entries: [{ category: "NOBODYS", quantity: 1 }] };
    await refused("categoryNotKnown", "put-attachment-config", unknown);
    const bad = { zongpai: goods, entries: [{ category, quantity: 0 }] };
    const answer = await refused("invalidQuantity", "put-attachment-config", bad);
    expect(answer.body.message).toContain(`${site.fields.entries}[0].${site.fields.quantity}`);
    expect(await statusOf(goods)).toEqual([]);
  });

  if (attachment.unquantified === "uncapped")
    it("takes a category without a quantity: it shows none", async () => {
      const goods = zongpai(fresh());
      await call("put-attachment-config", { zongpai: goods, entries: [{ category }] });
      const line = await lineOf(goods);
      expect(line).not.toHaveProperty("configured_quantity");
      if (attachment.cap.rule !== "configured") return;
      expect(line).not.toHaveProperty("headroom");
      const [one = "", two = ""] = boxes(2);
      for (const box of [one, two])
        expect((await saveEntry(goods, box, site.formats.quantity.most)).status).toBe(
          success["post-attachment-box"],
        );
      await configure(goods, { [category]: site.formats.quantity.most }).then((answer) =>
        expectError(answer, "configuredBelowBoxed", "accessory"),
      );
    });
  else
    it("refuses a category without a quantity", async () => {
      await refused("invalidQuantity", "put-attachment-config", {
        zongpai: zongpai(fresh()),
        entries: [{ category }],
      });
    });

  if (attachment.cap.rule === "configured")
    it("refuses to configure less than is boxed, says how much that is, and lets exactly that pass", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [box = ""] = boxes(1);
      await saveEntry(goods, box, 12);
      const below = await configure(goods, { [category]: 11, [other]: 1 });
      expectError(below, "configuredBelowBoxed", "accessory");
      expect(below.body.message).toContain("12");
      await configure(goods, { [category]: 12, [other]: 1 });
      expect(await lineOf(goods)).toMatchObject({
        configured_quantity: 12,
        boxed_quantity: 12,
        headroom: 0,
      });
      await configure(goods, { [category]: 15 });
      expect(await lineOf(goods)).toMatchObject({ configured_quantity: 15, headroom: 3 });
    });
});

describe("§7.4, §8 the removal guard", () => {
  const cases = [
    { fact: "nothing", establish: async () => {} },
    { fact: "located", establish: (goods: string) => locate(goods) },
    { fact: "boxed", establish: (goods: string) => saveEntry(goods, boxes(1)[0] ?? "", 2) },
    {
      fact: "located and boxed",
      establish: async (goods: string) => {
        await locate(goods);
        await saveEntry(goods, boxes(1)[0] ?? "", 2);
      },
    },
  ];
  for (const { fact, establish } of cases)
    it(`protects a category of which ${fact} is recorded as far as the site's guard [${guard}] says`, async () => {
      const { goods } = await goodsWithHeadroom(30);
      await establish(goods);
      const line = await lineOf(goods);
      const held = [
        ...((line?.boxed_quantity ?? 0) > 0 ? ["boxed"] : []),
        ...(line?.location === undefined ? [] : ["located"]),
        ...(line?.evidence === attachment.evidence.present ? ["evidenced"] : []),
      ];
      const isProtected = held.some((one) => guard.includes(one));
      const answer = await configure(goods, { [other]: 30 });
      if (!isProtected) expect(answer.body).toMatchObject({ removed: [category] });
      else {
        expectError(answer, "removalRefused", "accessory");
        expect(answer.body.message).toContain(category);
      }
      // What is boxed or located is shown although it is no longer configured.
      const stays = isProtected || held.some((one) => one !== "evidenced");
      expect((await statusOf(goods)).some((one) => one.category === category)).toBe(stays);
    });

  if (guard.includes("boxed")) {
    it("names every protected category and with what, and changes nothing", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [one = "", two = ""] = boxes(2);
      await saveEntry(goods, one, 3);
      await saveEntry(goods, two, 2);
      await saveEntry(goods, one, 4, other);
      await locate(goods);
      const answer = await configure(goods, {});
      expectError(answer, "removalRefused", "accessory");
      for (const part of [category, "5", `${one}: 3`, `${two}: 2`, location(1), other, `${one}: 4`])
        expect(answer.body.message).toContain(part);
      expect(await statusOf(goods)).toHaveLength(2);
    });

    it("names ten boxes at most, and how many more there are", async () => {
      const { goods } = await goodsWithHeadroom(30);
      for (const box of boxes(13)) await saveEntry(goods, box, 1);
      const answer = await configure(goods, {});
      expect(answer.body.message).toContain(site.accepts.andMore);
    });
  }

  if (site.extensions.dryRun)
    it("in a dry run says what would be added, removed, changed and blocked, and writes nothing", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [box = ""] = boxes(1);
      await saveEntry(goods, box, 3);
      const before = await statusOf(goods);
      const request = {
        zongpai: goods,
        entries: [{ category: other, quantity: 29 }],
        dry_run: true,
      };
      const dry = await done("put-attachment-config", request);
      expect(dry.body).toMatchObject({ added: [], removed: [category], changed: [other] });
      expect(dry.body).not.toHaveProperty("recorded_at");
      expect(dry.body.blocked).toMatchObject(
        guard.includes("boxed")
          ? [{ category, boxed_quantity: 3, boxes: [{ box_no: box, quantity: 3 }], more: false }]
          : [],
      );
      expect(await statusOf(goods)).toEqual(before);
    });

  if (guard.length === 0)
    it("where there is none: what was boxed outlives the removal, its entries can still be corrected, and adding it again counts them", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [one = "", two = "", three = ""] = boxes(3);
      await saveEntry(goods, one, 8);
      await saveEntry(goods, two, 4);
      await configure(goods, {});
      expect(await statusOf(goods)).toMatchObject([{ category, boxed_quantity: 12 }]);
      expect(await lineOf(goods)).not.toHaveProperty("configured_quantity");
      expectError(await saveEntry(goods, three, 1), "categoryNotConfigured", "accessory");
      await refused("capExceeded", "patch-attachment-box", {
        box_no: one,
        zongpai: goods,
        category,
        quantity: 9,
      });
      await done("patch-attachment-box", { box_no: one, zongpai: goods, category, quantity: 5 });
      await done("delete-attachment-box", { box_no: two, zongpai: goods, category });
      expectError(await configure(goods, { [category]: 4 }), "configuredBelowBoxed", "accessory");
      await configure(goods, { [category]: 9 });
      expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 5, headroom: 4 });
    });
});
