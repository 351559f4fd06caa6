import { afterEach, describe, expect, it } from "vitest";
import { done, serves } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { metered } from "../support/meter.ts";
import { boxInfo, configure, goodsWithHeadroom, saveEntry, saveItem } from "../support/requests.ts";
import { boxNo, fresh, itemOf, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { product: column } = site.erp;
const status = async (goods: string) =>
  (await done("get-goods-status", { zongpai: goods })).body as Readonly<Record<string, unknown>>;

afterEach(erp.well);

/** The product of the first goods in a box. */
const productIn = async (box_no: string) => (await boxInfo(box_no)).items[0]?.product;

const named = async (product: string | null) => {
  const item = itemOf(fresh());
  erp.setProduct(item.zongpai, product);
  await saveItem(item);
  return item;
};

if (!column)
  it("extension: no answer has a product's name if the ERP has no such column", async () => {
    const item = await named("Desk lamp");
    expect(await productIn(item.box_no)).toBeUndefined();
    if (serves("get-goods-status"))
      expect(await status(item.zongpai)).not.toHaveProperty("product");
  });

describe.runIf(column)("extension: the product's name", () => {
  it("is in the box information of the goods in a box", async () => {
    const item = await named("Desk lamp, brass");
    expect(await productIn(item.box_no)).toBe("Desk lamp, brass");
  });

  it("is kept, and shown while the ERP is gone", async () => {
    const item = await named("Schreibtisch 书桌 🪑");
    erp.gone();
    expect(await productIn(item.box_no)).toBe("Schreibtisch 书桌 🪑");
    if (serves("get-goods-status"))
      expect(await status(item.zongpai)).toMatchObject({ product: "Schreibtisch 书桌 🪑" });
  });

  it("is missing where the ERP has none", async () => {
    for (const none of [null, "", "   "]) {
      const item = await named(none);
      expect(await productIn(item.box_no)).toBeUndefined();
    }
  });

  it("is cut after 100 characters", async () => {
    const item = await named("🪑".repeat(101));
    expect(await productIn(item.box_no)).toBe("🪑".repeat(100));
  });

  it("is of the goods in a box, not of the attachments", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const box_no = boxNo(fresh());
    await saveEntry(goods, box_no, 2);
    const { entries } = await boxInfo(box_no);
    expect(entries[0]).not.toHaveProperty("product");
  });

  it("costs no trip in the box information", async () => {
    const box_no = boxNo(fresh());
    const info = () => metered(() => done("get-box-info", { box_no }));
    await info();
    const { trips: emptyTrips } = await info();
    for (let n = 0; n < 3; n += 1) await saveItem({ box_no, zongpai: zongpai(fresh()) });
    expect((await info()).trips).toBe(emptyTrips);
  });

  it.runIf(site.box.pageSize > 100)("is shown of every item, also of more than 100", async () => {
    const box_no = boxNo(fresh());
    const goods = Array.from({ length: 101 }, () => zongpai(fresh()));
    for (const one of goods) erp.setProduct(one, `of ${one}`);
    await Promise.all(goods.map((one) => saveItem({ box_no, zongpai: one })));
    const { items } = await boxInfo(box_no);
    const names = items.map(({ zongpai: one, product }) => [one, product]);
    expect(new Map(names as [string, string][])).toEqual(
      new Map(goods.map((one) => [one, `of ${one}`])),
    );
  });

  it("stays after a correction", async () => {
    const item = await named("Stool, birch");
    await done("edit-box", { ...item, quantity: 3 });
    expect(await productIn(item.box_no)).toBe("Stool, birch");
  });

  it.runIf(serves("move-item"))("goes along with a part that is moved", async () => {
    const goods = zongpai(fresh());
    const [box_no, to_box_no] = [boxNo(fresh()), boxNo(fresh())];
    erp.setProduct(goods, "Stool, birch");
    await saveItem({ box_no, zongpai: goods }, 5);
    await done("move-item", { box_no, to_box_no, zongpai: goods, quantity: 2 });
    expect([await productIn(box_no), await productIn(to_box_no)]).toEqual([
      "Stool, birch",
      "Stool, birch",
    ]);
  });

  it.runIf(serves("get-goods-status"))("is in the status as the ERP says now", async () => {
    const item = await named("Desk lamp, brass");
    erp.setProduct(item.zongpai, "Desk lamp, steel");
    expect(await status(item.zongpai)).toMatchObject({ product: "Desk lamp, steel" });
    expect(await productIn(item.box_no)).toBe("Desk lamp, brass");
  });

  it.runIf(serves("get-goods-status"))("is in no status of unknown goods", async () => {
    const goods = zongpai(fresh());
    erp.forgetGoods(goods);
    expect(await status(goods)).not.toHaveProperty("product");
  });

  it.runIf(serves("get-box-status"))("is in the status of a box", async () => {
    const item = await named("Stool, birch");
    await configure(item.zongpai, {});
    const { body } = await done("get-box-status", { box_no: item.box_no });
    expect(body.items).toMatchObject([{ zongpai: item.zongpai, product: "Stool, birch" }]);
  });
});
