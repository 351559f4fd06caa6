import { afterEach, describe, expect, it } from "vitest";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { mostKeysPerRead } from "#lib/store/query.ts";
import { done, serves } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { metered } from "../support/meter.ts";
import {
  statusOf as attachmentsOf,
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  other,
  register,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { fresh, itemOf, location, ordered, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { live, copy, absent, unavailable } = site.erp.states;

afterEach(erp.well);

describe.runIf(serves("get-goods-status"))("extension: the status of goods", () => {
  const statusOf = async (goods: string) =>
    (await done("get-goods-status", { zongpai: goods }))
      .body as unknown as RouteAnswer<"get-goods-status">;

  it("has the ERP row, quantities, place, boxes and attachments in one answer", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [one = "", two = ""] = boxes(2);
    await saveItem({ box_no: one, zongpai: goods }, 3);
    await saveItem({ box_no: two, zongpai: goods }, 4);
    await saveEntry(goods, two, 2);
    await register(goods);
    const body = await statusOf(goods);
    expect(body).toMatchObject({
      ...{ zongpai: goods, erp_state: live, ordered_quantity: expect.any(Number) },
      ...{ location: location(1), off_shelf: false, more: false },
      categories: await attachmentsOf(goods),
      boxes: expect.arrayContaining([
        { box_no: one, quantity: 3 },
        { box_no: two, quantity: 4 },
        { box_no: two, quantity: 2, category },
      ]),
    });
    const ofGoods = body.boxes.filter((box) => box.category === undefined);
    expect(body.items_quantity).toBe(ofGoods.reduce((sum, { quantity }) => sum + quantity, 0));
  });

  it("costs two reads, at once with the look-up in the ERP, and no write", async () => {
    const cost = await metered(() => statusOf(zongpai(fresh())));
    expect(cost).toMatchObject({ trips: 2, writeTable: 0, writeIndex: 0 });
  });

  it("says that goods are unknown, without a refusal", async () => {
    const goods = zongpai(unknownToErp());
    const empty = { items_quantity: 0, boxes: [], more: false, categories: [] };
    expect(await statusOf(goods)).toEqual({ zongpai: goods, erp_state: absent, ...empty });
  });

  it("has the ERP's last row while the ERP is unavailable, marked as a copy", async () => {
    const known = itemOf(fresh());
    await saveItem(known);
    erp.gone();
    expect(await statusOf(known.zongpai)).toMatchObject({
      ...{ erp_state: copy, erp_as_of: expect.any(String) },
      ...{ ordered_quantity: ordered, items_quantity: 1 },
    });
    const unknown = await statusOf(zongpai(fresh()));
    expect(unknown.erp_state).toBe(unavailable);
    expect(unknown).not.toHaveProperty("ordered_quantity");
  });
});

describe.runIf(serves("get-box-status"))("extension: the status of a box", () => {
  const statusOf = async (box_no: string) =>
    (await done("get-box-status", { box_no })).body as unknown as RouteAnswer<"get-box-status">;

  it("shows each attachment's configured, boxed and missing quantity", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [box = "", elsewhere = ""] = boxes(2);
    await configure(goods, { [category]: 20, [other]: 8 });
    await saveItem({ box_no: box, zongpai: goods }, 2);
    await saveEntry(goods, box, 3);
    await saveEntry(goods, elsewhere, 4);
    const line = (configured_quantity: number, quantity: number, boxed_quantity: number) => ({
      ...{ quantity, configured_quantity, boxed_quantity },
      missing_quantity: configured_quantity - boxed_quantity,
    });
    const { answer, ...cost } = await metered(() => statusOf(box));
    expect(cost).toMatchObject({ trips: 2, writeTable: 0 });
    const { box_no, items } = answer;
    expect([box_no, items]).toMatchObject([box, [{ zongpai: goods, items_quantity: 2 }]]);
    const lines = new Map(items[0]?.categories.map((one) => [one.category, one]));
    expect(lines.get(category)).toMatchObject(line(20, 3, 7));
    expect(lines.get(other)).toMatchObject(line(8, 0, 0));
  });

  it("is empty for a box in which nothing is saved", async () => {
    const [box_no = ""] = boxes(1);
    expect(await statusOf(box_no)).toEqual({ box_no, items: [] });
  });

  it("has no cursor if its only page is full", async () => {
    const [box_no = ""] = boxes(1);
    for (let saved = 0; saved < mostKeysPerRead; saved += 1)
      await saveItem({ box_no, zongpai: zongpai(fresh()) });
    const { items, cursor } = await statusOf(box_no);
    expect([items.length, cursor]).toEqual([mostKeysPerRead, undefined]);
  });

  it.runIf(serves("post-box-location"))("shows the place of each goods in the box", async () => {
    const [box_no = ""] = boxes(1);
    const [placed, unplaced] = [zongpai(fresh()), zongpai(fresh())];
    await register(placed, 2);
    for (const goods of [placed, unplaced]) await saveItem({ box_no, zongpai: goods });
    const { items } = await statusOf(box_no);
    const places = new Map(items.map((item) => [item.zongpai, item.location]));
    expect([places.get(placed), places.get(unplaced)]).toEqual([location(2), undefined]);
  });
});
