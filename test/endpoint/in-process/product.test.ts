import { afterEach, describe, expect, it, vi } from "vitest";
import { boxItemKey } from "#lib/store/keys.ts";
import { done, serves } from "../../support/client.ts";
import { erp } from "../../support/erp.ts";
import { spoil } from "../../support/planted.ts";
import {
  boxInfo,
  category,
  configure,
  register,
  saveEntry,
  saveItem,
} from "../../support/requests.ts";
import { boxNo, fresh, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { rowAt, table } from "../../support/table.ts";

const { verifiedFor, product: column } = site.erp;
const readsBeforeSaves = site.location.unknownGoods === "accept";

afterEach(() => {
  vi.useRealTimers();
  erp.well();
});

/** Saves goods into a new box, and returns its number. */
const saved = async (goods: string) => {
  const box_no = boxNo(fresh());
  await saveItem({ box_no, zongpai: goods });
  return box_no;
};
const productIn = async (box_no: string) => (await boxInfo(box_no)).items[0]?.product;

/** Verified goods whose name the process has forgotten. */
const forgotten = async (product: string) => {
  const goods = zongpai(fresh());
  erp.setProduct(goods, product);
  const box_no = await saved(goods);
  table.verified.clear();
  return { goods, box_no };
};

describe.runIf(column)("extension: the product's name of goods in a box", () => {
  it("is the ERP's when the goods were last verified before they were saved", async () => {
    const goods = zongpai(fresh());
    erp.setProduct(goods, "Desk lamp, brass");
    const first = await saved(goods);
    erp.setProduct(goods, "Desk lamp, steel");
    const second = await saved(goods);
    const life = verifiedFor * 1_000 + 60_000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + life });
    const third = await saved(goods);
    erp.setProduct(goods, null);
    vi.setSystemTime(Date.now() + life);
    const last = await saved(goods);
    expect(await Promise.all([first, second, third, last].map(productIn))).toEqual([
      "Desk lamp, brass",
      "Desk lamp, brass",
      "Desk lamp, steel",
      undefined,
    ]);
  });

  it.runIf(readsBeforeSaves)("is that of the goods' row, where the save reads it", async () => {
    const { goods } = await forgotten("Desk lamp, brass");
    await saved(zongpai(fresh()));
    expect(await productIn(await saved(goods))).toBe("Desk lamp, brass");
  });

  it("is missing if the save neither asked nor read", async () => {
    const { goods } = await forgotten("Desk lamp, brass");
    expect(await productIn(await saved(goods))).toBeUndefined();
  });

  it.runIf(!readsBeforeSaves)("is known to a process that registered the goods", async () => {
    const goods = zongpai(fresh());
    erp.setProduct(goods, "Desk lamp, brass");
    await register(goods);
    expect(await productIn(await saved(goods))).toBe("Desk lamp, brass");
  });

  it.runIf(serves("move-item"))("goes along with all of it only where it is known", async () => {
    const moved = async ({ goods, box_no }: Awaited<ReturnType<typeof forgotten>>) => {
      const to_box_no = boxNo(fresh());
      await done("move-item", { box_no, to_box_no, zongpai: goods, quantity: 1 });
      return productIn(to_box_no);
    };
    const goods = zongpai(fresh());
    erp.setProduct(goods, "Stool");
    expect(await moved({ goods, box_no: await saved(goods) })).toBe("Stool");
    expect(await moved(await forgotten("Stool"))).toBeUndefined();
  });

  it("is on no row of an attachment in a box", async () => {
    const goods = zongpai(fresh());
    const box_no = await saved(goods);
    await configure(goods, { [category]: 5 });
    await saveEntry(goods, box_no, 1);
    expect(await rowAt(boxItemKey(box_no, goods))).toHaveProperty("product");
    expect(await rowAt(boxItemKey(box_no, goods, category))).not.toHaveProperty("product");
  });
});

it.runIf(!column)("extension: a product's name of another profile is not shown", async () => {
  const goods = zongpai(fresh());
  const box_no = await saved(goods);
  await spoil(boxItemKey(box_no, goods), { product: "Stool" });
  expect(await productIn(box_no)).toBeUndefined();
});
