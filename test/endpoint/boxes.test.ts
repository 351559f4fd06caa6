import { describe, expect, it } from "vitest";
import { done, refused } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { boxInfo, placesOf, saveItem } from "../support/requests.ts";
import { boxNo, fresh, itemOf, ordered, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { least, most, decimals } = site.formats.quantity;

describe("§4 POST /box, §7.3 ZongpaiNotFoundError, DuplicateBoxItemError", () => {
  it("appends to a many-to-one relation, and answers what it recorded", async () => {
    const item = { ...itemOf(fresh()), quantity: 2 };
    const { body } = await done("post-box", item);
    expect(body).toEqual({ ...item, recorded_at: expect.any(String) });
  });

  it("refuses goods that are in the box already, and names their quantity", async () => {
    const item = itemOf(fresh());
    await saveItem(item, 5);
    const again = await refused("duplicateBoxItem", "post-box", { ...item, quantity: 6 });
    expect(again.body.message).toContain("5");
    expect((await boxInfo(item.box_no)).items_quantity).toBe(5);
  });

  it("refuses goods that the ERP does not know", async () => {
    const unknown = { box_no: boxNo(1), zongpai: zongpai(unknownToErp()), quantity: 1 };
    await refused("zongpaiNotFound", "post-box", unknown);
  });

  it("takes the least and the most that the site allows, exactly", async () => {
    for (const quantity of [least, most]) {
      const item = itemOf(fresh());
      erp.setOrdered(item.zongpai, most);
      expect((await saveItem(item, quantity)).body.quantity).toBe(quantity);
    }
  });

  if (decimals > 0)
    it("adds decimals without an error of binary fractions", async () => {
      const box_no = boxNo(fresh());
      for (const quantity of [0.1, 0.2, 0.7])
        await saveItem({ box_no, zongpai: zongpai(fresh()) }, quantity);
      expect((await boxInfo(box_no)).items_quantity).toBe(1);
    });

  it(`${site.box.unknownBox}s a box that the ERP does not know, as the site says`, async () => {
    const item = { box_no: boxNo(unknownToErp()), zongpai: zongpai(fresh()), quantity: 1 };
    if (site.box.unknownBox === "accept") {
      await done("post-box", item);
      const shown = { erp_state: site.erp.states.absent, items_quantity: 1 };
      expect(await boxInfo(item.box_no)).toMatchObject(shown);
    } else {
      await refused("boxNotFound", "post-box", item);
      expect((await placesOf(item.zongpai)).boxes).toEqual([]);
    }
  });

  if (site.box.beyondOrdered === "allow")
    it("boxes goods beyond the ordered quantity", () =>
      done("post-box", { ...itemOf(fresh()), quantity: ordered + 1 }));
  else {
    const refuseBeyond = async (n: number, goods: string, quantity: number) => {
      const item = { box_no: boxNo(n), zongpai: goods, quantity };
      return (await refused("boxedBeyondOrdered", "post-box", item)).body.message;
    };

    it("refuses to box beyond the ordered quantity, and names the rest", async () => {
      const [n, other] = [fresh(), fresh()];
      const goods = zongpai(n);
      expect(await refuseBeyond(n, goods, ordered + 0.5)).toContain(String(ordered));
      await saveItem(itemOf(n), ordered - 1.5);
      expect(await refuseBeyond(other, goods, 2)).toContain("1.5");
      await done("post-box", { box_no: boxNo(other), zongpai: goods, quantity: 1.5 });
      await refuseBeyond(fresh(), goods, least);
    });
  }
});
