import { afterEach, describe, expect, it } from "vitest";
import { audited } from "../../support/audited.ts";
import { done, expectError } from "../../support/client.ts";
import { erp } from "../../support/erp.ts";
import { metered } from "../../support/meter.ts";
import { lapsedItem } from "../../support/planted.ts";
import {
  category,
  configure,
  locate,
  placesOf,
  register,
  saveItem,
} from "../../support/requests.ts";
import { fresh, itemOf, location, ordered, unknownToErp, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

describe.runIf(site.location.unknownGoods === "refuse")(
  "§4 a place of goods that the ERP does not know",
  () => {
    afterEach(erp.well);

    it("is refused, and nothing is registered", async () => {
      const goods = zongpai(unknownToErp());
      expectError(await register(goods), "zongpaiNotFound");
      await configure(goods, { [category]: 5 });
      expectError(await locate(goods), "zongpaiNotFound", "accessory");
      expect(await placesOf(goods)).toMatchObject({ locations: [], off_shelf: { items: [] } });
    });

    it("is registered while the ERP is unavailable, and judged by the next scan", async () => {
      const goods = zongpai(unknownToErp());
      erp.gone();
      expect((await register(goods)).status).toBe(site.success["post-trace-location"]);
      expect((await locate(goods)).status).toBe(site.success["post-attachment-location"]);
      erp.well();
      // The breaker stops look-ups for some seconds. Until then places are registered unverified.
      await expect
        .poll(async () => (await register(goods, 2)).status, { timeout: 60_000, interval: 500 })
        .toBe(site.errors.product.zongpaiNotFound.status);
    });

    it("is looked up once, and later writes use the verification", async () => {
      const item = itemOf(fresh());
      const place = { zongpai: item.zongpai, location: location(1) };
      await done("post-trace-location", place);
      erp.forgetGoods(item.zongpai);
      for (const [id, request] of [
        ["post-trace-location", place],
        ["post-attachment-location", { ...place, category }],
      ] as const)
        expect(await metered(() => done(id, request))).toMatchObject({ trips: 1 });
      await done("post-box", { ...item, quantity: 1 });
    });

    it("verifies goods again whose verification is too old", async () => {
      const { zongpai: goods } = await lapsedItem();
      expect(await metered(() => register(goods))).toMatchObject({ transactions: 2 });
      expect(await metered(() => register(goods, 2))).toMatchObject({ transactions: 1 });
    });

    it("keeps the ordered quantity as a save does, so later saves have their cap", async () => {
      const [one, two] = [itemOf(fresh()), itemOf(fresh())];
      await locate(one.zongpai);
      const tooMuch = await saveItem(one, ordered + 1);
      if (site.box.beyondOrdered === "refuse") expectError(tooMuch, "boxedBeyondOrdered");
      await Promise.all([
        register(two.zongpai),
        locate(two.zongpai),
        saveItem(two, ordered),
        register(two.zongpai, 2),
      ]);
      expect((await audited()).differences).toEqual([]);
    });
  },
);
