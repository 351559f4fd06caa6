import { describe, expect, it } from "vitest";
import { boxes, goodsWithHeadroom, saveEntry } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { done, refused } from "../support/expect-error.ts";
import { boxNo, fresh, itemOf, ordered, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { live, copy } = site.erp.states;
const columns = (n: number) =>
  Object.fromEntries(site.erp.boxes.columns.map(({ name }) => [name, `${name} ${n}`]));

describe("§4 GET /box/info", () => {
  it("shows the ERP's row of the box, the items saved here and their total", async () => {
    const [n, second] = [fresh(), fresh()];
    await call("post-box", { ...itemOf(n), quantity: 3 });
    await call("post-box", { box_no: boxNo(n), zongpai: zongpai(second), quantity: 4 });
    const { body } = await done("get-box-info", { box_no: boxNo(n) });
    expect(body).toEqual({
      box_no: boxNo(n),
      quantity: ordered,
      columns: columns(n),
      erp_state: live,
      items_quantity: 7,
      items: [
        { zongpai: zongpai(n), quantity: 3, recorded_at: expect.any(String) },
        { zongpai: zongpai(second), quantity: 4, recorded_at: expect.any(String) },
      ],
      entries: [],
    });
  });

  it("counts goods alone in the quantity of the items: attachments are other things, in units of their own", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [box = ""] = boxes(1);
    await call("post-box", { box_no: box, zongpai: goods, quantity: 2 });
    await saveEntry(goods, box, 3);
    const { body } = await call("get-box-info", { box_no: box });
    expect(body).toMatchObject({ items_quantity: 2, entries: [{ quantity: 3 }] });
    expect(body).not.toHaveProperty("boxed_quantity");
  });

  it("shows a box that only the ERP knows as empty", async () => {
    const n = fresh();
    expect((await call("get-box-info", { box_no: boxNo(n) })).body).toMatchObject({
      erp_state: live,
      items_quantity: 0,
      items: [],
    });
  });

  it("knows no box that is in neither place", async () => {
    await refused("boxNotFound", "get-box-info", { box_no: boxNo(unknownToErp()) });
  });

  it("shows what the ERP says now, and its last word when it is gone, saying so", async () => {
    const n = fresh();
    await call("get-box-info", { box_no: boxNo(n) });
    erp.setBoxQuantity(boxNo(n), 55);
    expect((await call("get-box-info", { box_no: boxNo(n) })).body).toMatchObject({
      quantity: 55,
      erp_state: live,
    });
    erp.gone();
    try {
      const { body } = await done("get-box-info", { box_no: boxNo(n) });
      expect(body).toMatchObject({
        quantity: 55,
        columns: columns(n),
        erp_state: copy,
        erp_as_of: expect.any(String),
      });
    } finally {
      erp.well();
    }
  });

  it("serves no copy of a box that the ERP has since said is not there", async () => {
    const n = fresh();
    await call("get-box-info", { box_no: boxNo(n) });
    erp.forgetBox(boxNo(n));
    await refused("boxNotFound", "get-box-info", { box_no: boxNo(n) });
    erp.gone();
    try {
      await refused("erpUnavailable", "get-box-info", { box_no: boxNo(n) });
    } finally {
      erp.well();
    }
  });
});

describe("§8 a large box", () => {
  const size = site.box.pageSize;

  it.runIf(size <= 100)(
    "is shown by pages: each item once, and a cursor while there are more",
    async () => {
      const [box = "", another = ""] = boxes(2);
      const all = Array.from({ length: size + 3 }, () => zongpai(fresh()));
      for (const goods of all) await call("post-box", { box_no: box, zongpai: goods, quantity: 1 });
      const first = (await call("get-box-info", { box_no: box })).body;
      expect(first).toMatchObject({
        items_quantity: size,
        erp_state: live,
        cursor: expect.any(String),
      });
      const { body: rest } = await call("get-box-info", { box_no: box, cursor: first.cursor });
      expect(rest).toMatchObject({ items_quantity: 3, erp_state: live, entries: [] });
      expect(rest).not.toHaveProperty("cursor");
      const seen = [first, rest]
        .flatMap(({ items }) => items as { zongpai: string }[])
        .map((item) => item.zongpai);
      expect(seen.toSorted()).toEqual(all.toSorted());
      await refused("invalidField", "get-box-info", { box_no: another, cursor: first.cursor });
    },
  );
});

describe("§4 the overview (paicha) of a single zongpai", () => {
  it("is empty for goods of which nothing is recorded", async () => {
    const { body } = await done("location-overview", { zongpai: zongpai(unknownToErp()) });
    expect(body).toEqual({
      locations: [],
      off_shelf: { shown: 0, more: false, items: [] },
      boxes: [],
      more: false,
    });
  });

  it("shows the boxes by pages, each once, first those that hold the goods and then those that hold their attachments", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const before = ((await call("location-overview", { zongpai: goods })).body.boxes as unknown[])
      .length;
    const held = boxes(site.overview.pageSize + 1 - before);
    for (const box of held) await call("post-box", { box_no: box, zongpai: goods, quantity: 1 });
    await saveEntry(goods, held[0] ?? "", 1);
    const first = (await call("location-overview", { zongpai: goods })).body;
    expect(first).toMatchObject({ more: true, cursor: expect.any(String) });
    expect(first.boxes).toHaveLength(site.overview.pageSize);
    const { body: rest } = await call("location-overview", {
      zongpai: goods,
      cursor: first.cursor,
    });
    expect(rest.more).toBe(false);
    const shown = [first, rest].flatMap(({ boxes }) => boxes as object[]);
    expect(shown.at(-1)).toMatchObject({ box_no: held[0], category: expect.any(String) });
    expect(new Set(shown.map((box) => JSON.stringify(box))).size).toBe(site.overview.pageSize + 2);
    await refused("invalidField", "location-overview", {
      zongpai: zongpai(fresh()),
      cursor: first.cursor,
    });
  });

  it("shows the boxes that hold the goods with their quantities, and drops those that they left", async () => {
    const [n, other] = [fresh(), fresh()];
    await call("post-box", { ...itemOf(n), quantity: 3 });
    await call("post-box", { box_no: boxNo(other), zongpai: zongpai(n), quantity: 4 });
    await call("edit-box", { ...itemOf(n), quantity: 6 });
    const both = (await call("location-overview", { zongpai: zongpai(n) })).body.boxes;
    expect(both).toEqual(
      expect.arrayContaining([
        { box_no: boxNo(n), quantity: 6 },
        { box_no: boxNo(other), quantity: 4 },
      ]),
    );
    await call("delete-box", itemOf(n));
    expect((await call("location-overview", { zongpai: zongpai(n) })).body.boxes).toEqual([
      { box_no: boxNo(other), quantity: 4 },
    ]);
  });
});
