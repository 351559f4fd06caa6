import { describe, expect, it } from "vitest";
import type { Answer } from "#lib/page/requests.ts";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  other,
  saveEntry,
} from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { refused } from "../support/expect-error.ts";
import { metered } from "../support/meter.ts";
import { fresh, itemOf, location, ordered, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { live, copy, absent, unavailable } = site.erp.states;

describe("extension: the status of goods", () => {
  const statusOf = (goods: string) => call("get-goods-status", { zongpai: goods });

  it("is one answer for one label: the ERP, what is boxed of what was ordered, the place, the boxes and the attachments", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [one = "", two = ""] = boxes(2);
    await call("post-box", { box_no: one, zongpai: goods, quantity: 3 });
    await call("post-box", { box_no: two, zongpai: goods, quantity: 4 });
    await saveEntry(goods, two, 2);
    await call("post-trace-location", { zongpai: goods, location: location(1) });
    const before = (await call("get-attachment-status", { zongpai: goods })).body;
    const { status, body } = await statusOf(goods);
    expect(status).toBe(site.success["get-goods-status"]);
    expect(body).toMatchObject({
      zongpai: goods,
      erp_state: live,
      location: location(1),
      off_shelf: false,
      more: false,
    });
    expect(body.ordered_quantity).toEqual(expect.any(Number));
    const boxed = body.boxes as Answer<"get-goods-status">["boxes"];
    expect(boxed).toEqual(
      expect.arrayContaining([
        { box_no: one, quantity: 3 },
        { box_no: two, quantity: 4 },
        { box_no: two, quantity: 2, category },
      ]),
    );
    const ofGoods = boxed.filter((box) => box.category === undefined);
    expect(body.items_quantity).toBe(ofGoods.reduce((sum, { quantity }) => sum + quantity, 0));
    expect(body.categories).toEqual(before.categories);
  });

  it("costs two reads, at once with the look-up in the ERP, and no write", async () => {
    const cost = await metered(() => statusOf(zongpai(fresh())));
    expect(cost).toMatchObject({ trips: 2, writeTable: 0, writeIndex: 0 });
  });

  it("of goods that nobody knows says so, and is no refusal", async () => {
    const goods = zongpai(unknownToErp());
    const { body } = await statusOf(goods);
    expect(body).toEqual({
      zongpai: goods,
      erp_state: absent,
      items_quantity: 0,
      boxes: [],
      more: false,
      categories: [],
    });
  });

  it("tells the ERP's last word when the ERP is gone, and says that it is a copy", async () => {
    const [known, unknown] = [fresh(), fresh()];
    await call("post-box", { ...itemOf(known), quantity: 1 });
    erp.gone();
    try {
      expect((await statusOf(zongpai(known))).body).toMatchObject({
        erp_state: copy,
        erp_as_of: expect.any(String),
        ordered_quantity: ordered,
        items_quantity: 1,
      });
      const { body } = await statusOf(zongpai(unknown));
      expect(body).toMatchObject({ erp_state: unavailable });
      expect(body).not.toHaveProperty("ordered_quantity");
    } finally {
      erp.well();
    }
  });
});

describe("extension: the status of a box", () => {
  const statusOf = async (box_no: string, from?: { cursor: unknown }) => {
    const { status, body } = await call("get-box-status", { box_no, ...from });
    return { status, body: body as unknown as Answer<"get-box-status"> };
  };

  it("says of each attachment of its goods what is configured, what is boxed anywhere, and what is missing", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [box = "", elsewhere = ""] = boxes(2);
    await configure(goods, { [category]: 20, [other]: 8 });
    await call("post-box", { box_no: box, zongpai: goods, quantity: 2 });
    await saveEntry(goods, box, 3);
    await saveEntry(goods, elsewhere, 4);
    const { status, body } = await statusOf(box);
    expect(status).toBe(site.success["get-box-status"]);
    expect(body.box_no).toBe(box);
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({ zongpai: goods, items_quantity: 2 });
    const lines = Object.fromEntries(
      (body.items[0]?.categories ?? []).map((line) => [line.category, line]),
    );
    expect(lines[category]).toMatchObject({
      quantity: 3,
      configured_quantity: 20,
      boxed_quantity: 7,
      missing_quantity: 13,
    });
    expect(lines[other]).toMatchObject({
      quantity: 0,
      configured_quantity: 8,
      boxed_quantity: 0,
      missing_quantity: 8,
    });
  });

  it("takes two trips, pages after a hundred items, and shows each once", async () => {
    const [box = ""] = boxes(1);
    const all = Array.from({ length: 103 }, () => zongpai(fresh()));
    for (const goods of all) await call("post-box", { box_no: box, zongpai: goods, quantity: 1 });
    const { answer: first, ...cost } = await metered(() => statusOf(box));
    expect(cost).toMatchObject({ trips: 2, writeTable: 0 });
    expect(first.body.items).toHaveLength(100);
    const { body } = await statusOf(box, { cursor: first.body.cursor });
    expect(body).not.toHaveProperty("cursor");
    const seen = [...first.body.items, ...body.items].map((item) => item.zongpai);
    expect(seen.toSorted()).toEqual(all.toSorted());
  });

  it("is empty for a box in which nothing is saved, and refuses a cursor of another box", async () => {
    const [box = "", another = ""] = boxes(2);
    expect((await statusOf(box)).body).toEqual({ box_no: box, items: [] });
    await refused("invalidField", "get-box-status", { box_no: another, cursor: "bm90aGluZw" });
  });
});
