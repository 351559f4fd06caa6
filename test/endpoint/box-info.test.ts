import { afterEach, describe, expect, it } from "vitest";
import { call, done, refused } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import {
  boxes,
  boxInfo,
  goodsWithHeadroom,
  placesOf,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh, itemOf, ordered, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { live, copy } = site.erp.states;
const columns = (n: number) =>
  Object.fromEntries(site.erp.boxes.columns.map(({ name }) => [name, `${name} ${n}`]));
const recorded_at = expect.any(String);
const named = (n: number) => (site.erp.product ? { product: `product ${n}` } : {});

afterEach(erp.well);

describe("§4 GET /box/info", () => {
  it("shows the ERP's row of the box, the saved items and their total", async () => {
    const [n, second] = [fresh(), fresh()];
    await saveItem(itemOf(n), 3);
    await saveItem({ box_no: boxNo(n), zongpai: zongpai(second) }, 4);
    const { body } = await done("get-box-info", { box_no: boxNo(n) });
    expect(body).toEqual({
      box_no: boxNo(n),
      quantity: ordered,
      columns: columns(n),
      erp_state: live,
      items_quantity: 7,
      items: [
        { zongpai: zongpai(n), ...named(n), quantity: 3, recorded_at },
        { zongpai: zongpai(second), ...named(second), quantity: 4, recorded_at },
      ],
      entries: [],
    });
  });

  it("counts only goods in the quantity of the items, without attachments", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const [box = ""] = boxes(1);
    await saveItem({ box_no: box, zongpai: goods }, 2);
    await saveEntry(goods, box, 3);
    expect(await boxInfo(box)).toMatchObject({ items_quantity: 2, entries: [{ quantity: 3 }] });
  });

  it("shows a box that only the ERP knows as empty, refuses an unknown one", async () => {
    const empty = { erp_state: live, items_quantity: 0, items: [] };
    expect(await boxInfo(boxNo(fresh()))).toMatchObject(empty);
    await refused("boxNotFound", "get-box-info", { box_no: boxNo(unknownToErp()) });
  });

  it("shows the ERP's current row, and its marked copy while the ERP is unavailable", async () => {
    const n = fresh();
    await boxInfo(boxNo(n));
    erp.setBoxQuantity(boxNo(n), 55);
    expect(await boxInfo(boxNo(n))).toMatchObject({ quantity: 55, erp_state: live });
    erp.gone();
    const { body } = await done("get-box-info", { box_no: boxNo(n) });
    const last = { quantity: 55, columns: columns(n), erp_state: copy };
    expect(body).toMatchObject({ ...last, erp_as_of: expect.any(String) });
  });

  it("serves no copy of a box after the ERP reported it missing", async () => {
    const box_no = boxNo(fresh());
    await boxInfo(box_no);
    erp.forgetBox(box_no);
    await refused("boxNotFound", "get-box-info", { box_no });
    erp.gone();
    await refused("erpUnavailable", "get-box-info", { box_no });
  });
});

describe("§4 the overview (paicha) of a single zongpai", () => {
  it("is empty for goods without a record", async () => {
    const { body } = await done("location-overview", { zongpai: zongpai(unknownToErp()) });
    const off_shelf = { shown: 0, more: false, items: [] };
    expect(body).toEqual({ locations: [], off_shelf, boxes: [], more: false });
  });

  it("shows the boxes that hold the goods, without those that they left", async () => {
    const item = itemOf(fresh());
    const other = { box_no: boxNo(fresh()), quantity: 4 };
    for (const held of [{ quantity: 3 }, other]) await call("post-box", { ...item, ...held });
    await call("edit-box", { ...item, quantity: 6 });
    const both = expect.arrayContaining([{ box_no: item.box_no, quantity: 6 }, other]);
    expect((await placesOf(item.zongpai)).boxes).toEqual(both);
    await call("delete-box", item);
    expect((await placesOf(item.zongpai)).boxes).toEqual([other]);
  });
});
