import { describe, expect, it } from "vitest";
import { call, done, expectError, refused } from "../support/client.ts";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  lineOf,
  locate,
  other,
  saveEntry,
  statusOf,
} from "../support/requests.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { attachment } = site;
const guard: readonly string[] = attachment.removalGuard;

const { cap } = attachment;
const below = async (goods: string, quantities: Readonly<Record<string, number>>) => {
  const answer = await configure(goods, quantities);
  expectError(answer, "configuredBelowBoxed", "accessory");
  return answer.body.message;
};

describe("§4 GET /attachment/categories", () => {
  it("lists the site's categories, in its order", async () => {
    const { body } = await done("get-attachment-categories", {});
    expect(body).toEqual({
      categories: attachment.categories.map(({ code, label }) => ({ category: code, label })),
    });
  });
});

describe("§4 GET /attachment/status", () => {
  it("shows each configured category in the site's order", async () => {
    const goods = zongpai(fresh());
    const quantities = { [other]: 5, [category]: 7 };
    await configure(goods, quantities);
    const byRule = (quantity: number | undefined) =>
      cap.rule === "configured" ? quantity : cap.rule === "fixed" ? cap.quantity : 0;
    expect(await statusOf(goods)).toEqual(
      [category, other].map((code) => ({
        category: code,
        label: attachment.categories.find((one) => one.code === code)?.label,
        configured: true,
        configured_quantity: quantities[code],
        evidence: attachment.evidence.absent,
        boxed_quantity: 0,
        headroom: byRule(quantities[code]),
      })),
    );
  });
});

describe("§4 PUT /attachment/config", () => {
  it("replaces the whole configuration and answers what that changed", async () => {
    const goods = zongpai(fresh());
    const entries = [{ category, quantity: 7 }];
    const none = { added: [], removed: [], changed: [], blocked: [] };
    const { body } = await done("put-attachment-config", { zongpai: goods, entries });
    const recorded_at = expect.any(String);
    expect(body).toEqual({ zongpai: goods, entries, ...none, added: [category], recorded_at });
    for (const [quantities, change] of [
      [
        { [category]: 9, [other]: 5 },
        { added: [other], changed: [category] },
      ],
      [{ [other]: 5 }, { removed: [category] }],
    ] as const)
      expect((await configure(goods, quantities)).body).toMatchObject({ ...none, ...change });
    expect((await statusOf(goods)).map((line) => line.category)).toEqual([other]);
    expect((await configure(goods, {})).body).toMatchObject({ removed: [other] });
    expect(await statusOf(goods)).toEqual([]);
  });

  if (attachment.unquantified === "uncapped")
    it("takes a category without a quantity: it shows none", async () => {
      const goods = zongpai(fresh());
      const { most } = site.formats.quantity;
      await call("put-attachment-config", { zongpai: goods, entries: [{ category }] });
      const line = await lineOf(goods);
      expect(line).not.toHaveProperty("configured_quantity");
      if (cap.rule !== "configured") return;
      expect(line).not.toHaveProperty("headroom");
      for (const box_no of boxes(2))
        await done("post-attachment-box", { box_no, zongpai: goods, category, quantity: most });
      await below(goods, { [category]: most });
    });
  else
    it("refuses a category without a quantity", async () => {
      const request = { zongpai: zongpai(fresh()), entries: [{ category }] };
      await refused("invalidQuantity", "put-attachment-config", request);
    });

  if (cap.rule === "configured")
    it("refuses to configure less than is boxed, and accepts exactly the named quantity", async () => {
      const { goods } = await goodsWithHeadroom(30);
      await saveEntry(goods, boxNo(fresh()), 12);
      expect(await below(goods, { [category]: 11, [other]: 1 })).toContain("12");
      await configure(goods, { [category]: 12, [other]: 1 });
      const line = { configured_quantity: 12, boxed_quantity: 12, headroom: 0 };
      expect(await lineOf(goods)).toMatchObject(line);
      await configure(goods, { [category]: 15 });
      expect(await lineOf(goods)).toMatchObject({ configured_quantity: 15, headroom: 3 });
    });
});

it("§4 PUT /attachment/config refuses a category that the site does not list", async () => {
  const { goods } = await goodsWithHeadroom(30);
  const before = await statusOf(goods);
  const answer = await configure(goods, { [category]: 30, NOBODYS: 1 });
  expectError(answer, "categoryNotKnown", "accessory");
  expect(await statusOf(goods)).toEqual(before);
});

describe("§7.4, §8 the removal guard", () => {
  it.each(["nothing", "located", "boxed", "located and boxed"])(
    `protects a category with %s recorded, as the guard [${guard}] demands`,
    async (facts) => {
      const { goods } = await goodsWithHeadroom(30);
      if (facts.includes("located")) await locate(goods);
      if (facts.includes("boxed")) await saveEntry(goods, boxNo(fresh()), 2);
      const evidenced = (await lineOf(goods))?.evidence === attachment.evidence.present;
      const isProtected = guard.some((fact) =>
        fact === "evidenced" ? evidenced : facts.includes(fact),
      );
      const answer = await configure(goods, { [other]: 30 });
      if (isProtected) expectError(answer, "removalRefused", "accessory");
      else expect(answer.body).toMatchObject({ removed: [category] });
      if (isProtected && evidenced)
        expect(answer.body.message).toContain(attachment.evidence.present);
      if (!facts.includes("boxed")) expect(answer.body.message ?? "").not.toContain("[");
      const stays = isProtected || facts !== "nothing";
      expect((await lineOf(goods)) !== undefined).toBe(stays);
    },
  );

  if (guard.includes("boxed"))
    it("names every protected category with at most ten boxes, and changes nothing", async () => {
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
      for (const box of boxes(10)) await saveEntry(goods, box, 1);
      expect((await configure(goods, {})).body.message).toContain(site.accepts.andMore);
    });

  it.runIf(site.extensions.dryRun)(
    "lists additions, removals, changes and blocks in a dry run without writing",
    async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [box_no = ""] = boxes(1);
      await saveEntry(goods, box_no, 3);
      const before = await statusOf(goods);
      const entries = [{ category: other, quantity: 29 }];
      const request = { zongpai: goods, entries, dry_run: true };
      const { body } = await done("put-attachment-config", request);
      expect(body).toMatchObject({ added: [], removed: [category], changed: [other] });
      expect(body).not.toHaveProperty("recorded_at");
      const held = [{ box_no, quantity: 3 }];
      const blocked = { category, boxed_quantity: 3, more: false, boxes: held };
      expect(body.blocked).toMatchObject(guard.includes("boxed") ? [blocked] : []);
      expect(await statusOf(goods)).toEqual(before);
    },
  );

  if (guard.length === 0)
    it("keeps boxed entries after a removal, and counts them when it returns", async () => {
      const { goods } = await goodsWithHeadroom(30);
      const [one = "", two = "", three = ""] = boxes(3);
      const entry = { box_no: one, zongpai: goods, category };
      await saveEntry(goods, one, 8);
      await saveEntry(goods, two, 4);
      await configure(goods, {});
      expect(await statusOf(goods)).toMatchObject([{ category, boxed_quantity: 12 }]);
      expect(await lineOf(goods)).not.toHaveProperty("configured_quantity");
      expectError(await saveEntry(goods, three, 1), "categoryNotConfigured", "accessory");
      await refused("capExceeded", "patch-attachment-box", { ...entry, quantity: 9 });
      await done("patch-attachment-box", { ...entry, quantity: 5 });
      await done("delete-attachment-box", { ...entry, box_no: two });
      await below(goods, { [category]: 4 });
      await configure(goods, { [category]: 9 });
      expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 5, headroom: 4 });
    });
});
