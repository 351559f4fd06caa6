import { afterEach, expect, it, vi } from "vitest";
import { erp } from "../../support/erp.ts";
import { boxInfo, saveItem } from "../../support/requests.ts";
import { boxNo, fresh, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

afterEach(() => {
  vi.useRealTimers();
  erp.well();
});

it.runIf(site.erp.product)(
  "extension: the product's name follows the ERP when the goods are verified again",
  async () => {
    const [goods, box_no] = [zongpai(fresh()), boxNo(fresh())];
    const save = () => saveItem({ box_no: boxNo(fresh()), zongpai: goods });
    const product = async () => (await boxInfo(box_no)).items[0];
    await saveItem({ box_no, zongpai: goods });
    erp.setProduct(goods, "Desk lamp, steel");
    await save();
    expect(await product()).not.toMatchObject({ product: "Desk lamp, steel" });
    const life = site.erp.verifiedFor * 1_000 + 60_000;
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + life });
    await save();
    expect(await product()).toMatchObject({ product: "Desk lamp, steel" });
    erp.setProduct(goods, null);
    vi.setSystemTime(Date.now() + life);
    await save();
    expect(await product()).not.toHaveProperty("product");
  },
);
