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

  it("costs one more trip, but none for an empty box", async () => {
    const box_no = boxNo(fresh());
    const info = () => metered(() => done("get-box-info", { box_no }));
    await info();
    const { trips: emptyTrips } = await info();
    for (let n = 0; n < 3; n += 1) await saveItem({ box_no, zongpai: zongpai(fresh()) });
    expect((await info()).trips).toBe(emptyTrips + 1);
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
