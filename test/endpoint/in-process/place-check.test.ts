import { afterEach, describe, expect, it } from "vitest";
import { category, configure } from "../../support/attachments.ts";
import { audited } from "../../support/audited.ts";
import { call } from "../../support/client.ts";
import { erp } from "../../support/erp.ts";
import { done, expectError } from "../../support/expect-error.ts";
import { metered } from "../../support/meter.ts";
import {
  boxNo,
  fresh,
  itemOf,
  location,
  ordered,
  unknownToErp,
  zongpai,
} from "../../support/samples.ts";
import { site } from "../../support/site.ts";

const register = (goods: string, shelf = 1) =>
  call("post-trace-location", { zongpai: goods, location: location(shelf) });
const locate = (goods: string, shelf = 1) =>
  call("post-attachment-location", { zongpai: goods, category, location: location(shelf) });
const where = async (goods: string) => (await call("location-overview", { zongpai: goods })).body;

if (site.location.unknownGoods === "refuse")
  describe("§4 a place of goods that the ERP does not know", () => {
    afterEach(erp.well);

    it("is refused, and nothing is registered", async () => {
      const goods = zongpai(unknownToErp());
      expectError(await register(goods), "zongpaiNotFound");
      await configure(goods, { [category]: 5 });
      expectError(await locate(goods), "zongpaiNotFound", "accessory");
      expect(await where(goods)).toMatchObject({ locations: [], off_shelf: { items: [] } });
    });

    it("is registered while the ERP cannot be asked, and judged by the next scan that can ask it", async () => {
      const goods = zongpai(unknownToErp());
      erp.gone();
      expect((await register(goods, 1)).status).toBe(site.success["post-trace-location"]);
      expect((await locate(goods, 1)).status).toBe(site.success["post-attachment-location"]);
      erp.well();
      // The breaker lets nobody ask for some seconds: until then it is registered, too.
      await expect
        .poll(async () => (await register(goods, 2)).status, { timeout: 60_000, interval: 500 })
        .toBe(site.errors.product.zongpaiNotFound.status);
    });

    it("is asked for once: the next place, of the goods or of an attachment, and the next save are verified", async () => {
      const n = fresh();
      const goods = zongpai(n);
      expect((await register(goods)).status).toBe(site.success["post-trace-location"]);
      erp.forgetGoods(goods);
      const again = await metered(() => register(goods, 2));
      expect([again.answer.status, again.trips]).toEqual([site.success["post-trace-location"], 1]);
      const attachment = await metered(() => locate(goods));
      expect([attachment.answer.status, attachment.trips]).toEqual([
        site.success["post-attachment-location"],
        1,
      ]);
      await done("post-box", { box_no: boxNo(n), zongpai: goods, quantity: 1 });
    });

    it("keeps the ordered quantity as a save does: what is boxed later has its cap, and the audit finds nothing", async () => {
      const [one, two] = [fresh(), fresh()];
      const goods = zongpai(one);
      await locate(goods);
      const tooMuch = await call("post-box", {
        box_no: boxNo(one),
        zongpai: goods,
        quantity: ordered + 1,
      });
      if (site.box.beyondOrdered === "refuse") expectError(tooMuch, "boxedBeyondOrdered");
      await Promise.all([
        register(zongpai(two)),
        locate(zongpai(two)),
        call("post-box", { ...itemOf(two), quantity: ordered }),
        register(zongpai(two), 2),
      ]);
      expect((await audited()).differences).toEqual([]);
    });
  });
else
  it("goods that the ERP does not know are registered in one trip, without a look at their counters", async () => {
    const cost = await metered(() => register(zongpai(unknownToErp())));
    expect(cost).toMatchObject({ trips: 1, writeTable: 4 });
  });
