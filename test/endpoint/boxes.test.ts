import { describe, expect, it } from "vitest";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { boxNo, fresh, itemOf, ordered, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { least, most, decimals } = site.formats.quantity;

describe("§4 POST /box, §7.3 ZongpaiNotFoundError, DuplicateBoxItemError", () => {
  it("saves goods into a box and answers what it recorded", async () => {
    const n = fresh();
    const { body } = await done("post-box", {
      ...itemOf(n),
      quantity: 7,
    });
    expect(body).toEqual({
      ...itemOf(n),
      quantity: 7,
      recorded_at: expect.any(String),
    });
  });

  it("appends: many goods in one box, and the same goods in many boxes", async () => {
    const [first, second] = [fresh(), fresh()];
    for (const [box, goods] of [
      [first, first],
      [first, second],
      [second, first],
    ] as const)
      await done("post-box", { box_no: boxNo(box), zongpai: zongpai(goods), quantity: 2 });
    const { body } = await call("get-box-info", { box_no: boxNo(first) });
    expect(body).toMatchObject({
      items_quantity: 4,
      items: [{ zongpai: zongpai(first) }, { zongpai: zongpai(second) }],
    });
    const overview = await call("location-overview", { zongpai: zongpai(first) });
    expect(
      (overview.body.boxes as { box_no: string }[]).map(({ box_no }) => box_no).sort(),
    ).toEqual([boxNo(first), boxNo(second)].sort());
  });

  it("refuses goods that are in the box already, says with which quantity, and changes nothing", async () => {
    const n = fresh();
    await call("post-box", { ...itemOf(n), quantity: 5 });
    const again = await refused("duplicateBoxItem", "post-box", { ...itemOf(n), quantity: 6 });
    expect(again.body.message).toContain("5");
    expect((await call("get-box-info", { box_no: boxNo(n) })).body).toMatchObject({
      items_quantity: 5,
    });
  });

  it("accepts one of many scanners that save the same goods into the same box at once", async () => {
    const n = fresh();
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => call("post-box", { ...itemOf(n), quantity: 3 })),
    );
    const refused = answers.filter(({ status }) => status !== site.success["post-box"]);
    expect(refused).toHaveLength(15);
    for (const answer of refused) expectError(answer, "duplicateBoxItem");
    expect((await call("get-box-info", { box_no: boxNo(n) })).body).toMatchObject({
      items_quantity: 3,
    });
  });

  it("refuses goods that the ERP does not know", async () => {
    await refused("zongpaiNotFound", "post-box", {
      box_no: boxNo(1),
      zongpai: zongpai(unknownToErp()),
      quantity: 1,
    });
  });

  it("remembers a verified zongpai: the ERP may forget it, or be gone, within the site's time", async () => {
    const [n, other] = [fresh(), fresh()];
    await call("post-box", { ...itemOf(n), quantity: 1 });
    // On a site that requires known boxes, this makes the second box known.
    await call("post-box", { ...itemOf(other), quantity: 1 });
    erp.forgetGoods(zongpai(n));
    await done("post-box", {
      box_no: boxNo(other),
      zongpai: zongpai(n),
      quantity: 1,
    });
  });

  it("takes the least and the most that the site allows, exactly", async () => {
    const [one, two] = [fresh(), fresh()];
    erp.setOrdered(zongpai(one), most);
    erp.setOrdered(zongpai(two), most);
    expect((await call("post-box", { ...itemOf(one), quantity: least })).body.quantity).toBe(least);
    expect((await call("post-box", { ...itemOf(two), quantity: most })).body.quantity).toBe(most);
  });

  if (decimals > 0)
    it("adds decimals without an error of binary fractions", async () => {
      const box = fresh();
      for (const quantity of [0.1, 0.2, 0.7])
        await call("post-box", { box_no: boxNo(box), zongpai: zongpai(fresh()), quantity });
      expect((await call("get-box-info", { box_no: boxNo(box) })).body.items_quantity).toBe(1);
    });

  if (site.box.unknownBox === "accept")
    it("accepts a box that the ERP does not know", async () => {
      const box = boxNo(unknownToErp());
      await done("post-box", { box_no: box, zongpai: zongpai(fresh()), quantity: 1 });
      expect((await call("get-box-info", { box_no: box })).body).toMatchObject({
        erp_state: site.erp.states.absent,
        items_quantity: 1,
      });
    });
  else
    it("refuses a box that the ERP does not know, and writes nothing", async () => {
      const goods = zongpai(fresh());
      await refused("boxNotFound", "post-box", {
        box_no: boxNo(unknownToErp()),
        zongpai: goods,
        quantity: 1,
      });
      expect((await call("location-overview", { zongpai: goods })).body.boxes).toEqual([]);
    });

  if (site.box.beyondOrdered === "allow")
    it("boxes goods beyond the ordered quantity", async () => {
      const n = fresh();
      await done("post-box", {
        ...itemOf(n),
        quantity: ordered + 1,
      });
    });
  else {
    it("refuses to box beyond the ordered quantity and says how much would still have passed", async () => {
      const [n, other, third] = [fresh(), fresh(), fresh()];
      const beyond = await refused("boxedBeyondOrdered", "post-box", {
        ...itemOf(n),
        quantity: ordered + 0.5,
      });
      expect(beyond.body.message).toContain(String(ordered));
      await call("post-box", { ...itemOf(n), quantity: ordered - 1.5 });
      const rest = await refused("boxedBeyondOrdered", "post-box", {
        box_no: boxNo(other),
        zongpai: zongpai(n),
        quantity: 2,
      });
      expect(rest.body.message).toContain("1.5");
      await done("post-box", { box_no: boxNo(third), zongpai: zongpai(n), quantity: 1.5 });
      await refused("boxedBeyondOrdered", "post-box", {
        box_no: boxNo(other),
        zongpai: zongpai(n),
        quantity: least,
      });
    });

    it("never passes the ordered quantity, however many scanners try at once", async () => {
      const n = fresh();
      const boxes = Array.from({ length: 20 }, fresh);
      const answers = await Promise.all(
        boxes.map((box) =>
          call("post-box", { box_no: boxNo(box), zongpai: zongpai(n), quantity: 9 }),
        ),
      );
      expect(answers.filter(({ status }) => status === site.success["post-box"])).toHaveLength(11);
      for (const answer of answers.filter(({ status }) => status !== site.success["post-box"]))
        expectError(answer, "boxedBeyondOrdered");
    });
  }
});
