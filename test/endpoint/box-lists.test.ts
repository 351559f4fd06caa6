import { afterEach, describe, expect, it } from "vitest";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { call, done, refused, serves } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { metered } from "../support/meter.ts";
import { boxes, register, saveEntry, saveItem } from "../support/requests.ts";
import { fresh, location, ordered, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { live, unavailable } = site.erp.states;
const { pageSize } = site.overview;

type BoxList = RouteAnswer<"get-boxes">;
const list = async (fields: object = {}) =>
  (await done("get-boxes", fields)).body as unknown as BoxList;

let lastDay = 0;
/** Boxes that the ERP lists on a day of their own. */
const boxesOfDay = (count: number) => {
  lastDay += 1;
  const day = `2026-01-${String(lastDay).padStart(2, "0")}`;
  const all = boxes(count);
  for (const box of all) erp.setDay(box, day);
  return { day, all };
};

const placeBox = (box_no: string) => call("post-box-location", { box_no, location: location(1) });

/** All pages of a list. */
const walk = async (fields: object) => {
  const pages: BoxList[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...fields, ...(cursor && { cursor }) });
    pages.push(page);
    cursor = page.cursor;
  } while (cursor);
  return pages;
};

afterEach(erp.well);

describe.runIf(serves("get-boxes"))("extension: the list of boxes", () => {
  it("has the boxes of a day, one that no scan has seen with 0", async () => {
    const { day, all } = boxesOfDay(2);
    const [seen = "", unseen = ""] = all.toSorted();
    const [one, two] = [zongpai(fresh()), zongpai(fresh())];
    await saveItem({ box_no: seen, zongpai: one }, 3);
    await saveItem({ box_no: seen, zongpai: two }, 4);
    expect(await list({ day })).toEqual({
      day,
      erp_state: live,
      boxes: [
        {
          ...{ box_no: seen, quantity: ordered, items_quantity: 7, goods_count: 2, more: false },
          recorded_at: expect.any(String),
        },
        { box_no: unseen, quantity: ordered, items_quantity: 0, goods_count: 0, more: false },
      ],
    });
  });

  it("counts goods alone, and not their attachments", async () => {
    const { day, all } = boxesOfDay(1);
    const [box = ""] = all;
    const goods = zongpai(fresh());
    await saveItem({ box_no: box, zongpai: goods }, 3);
    await saveEntry(goods, box, 2);
    expect((await list({ day })).boxes[0]).toMatchObject({ items_quantity: 3, goods_count: 1 });
  });

  it("has where each box is", async () => {
    const { day, all } = boxesOfDay(1);
    await placeBox(all[0] ?? "");
    expect((await list({ day })).boxes[0]).toMatchObject({
      ...{ location: location(1), off_shelf: false, registered_at: expect.any(String) },
    });
  });

  it.runIf(serves("clear-box"))("has a box that left among those of its day, as left", async () => {
    const { day, all } = boxesOfDay(1);
    const [box_no = ""] = all;
    await placeBox(box_no);
    await call("clear-box", { box_no });
    expect((await list({ day })).boxes[0]).toMatchObject({ box_no, cleared: true });
    const placed = (await walk({})).flatMap((page) => page.boxes.map((box) => box.box_no));
    expect(placed).not.toContain(box_no);
  });

  it("comes in pages, each box once, in the order of the numbers", async () => {
    const { day, all } = boxesOfDay(2 * pageSize + 1);
    const pages = await walk({ day });
    expect(pages.map((page) => page.boxes.length)).toEqual([pageSize, pageSize, 1]);
    expect(pages.flatMap((page) => page.boxes.map(({ box_no }) => box_no))).toEqual(
      all.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  it("costs one read for each box of a page, and no write", async () => {
    const { day, all } = boxesOfDay(pageSize);
    for (const box of all) await saveItem({ box_no: box, zongpai: zongpai(fresh()) }, 1);
    const cost = await metered(() => list({ day }));
    expect(cost).toMatchObject({ trips: pageSize, writeTable: 0, writeIndex: 0 });
  });

  it("has a box whose row does not fit without a quantity", async () => {
    const { day, all } = boxesOfDay(2);
    const [wrong = "", right = ""] = all.toSorted();
    erp.setBoxQuantity(wrong, -1);
    const { boxes: listed } = await list({ day });
    expect(listed).toMatchObject([{ box_no: wrong }, { box_no: right, quantity: ordered }]);
    expect(listed[0]).not.toHaveProperty("quantity");
  });

  it("has the boxes with a place while the ERP is away, and says so", async () => {
    const { day, all } = boxesOfDay(2);
    const [placed = "", copied = ""] = all;
    await placeBox(placed);
    await placeBox(copied);
    await done("get-box-info", { box_no: copied });
    erp.gone();
    const pages = await walk({ day });
    expect(pages.map(({ erp_state, day: of }) => [erp_state, of])).toEqual(
      pages.map(() => [unavailable, undefined]),
    );
    const listed = pages.flatMap((page) => page.boxes);
    expect(listed.find(({ box_no }) => box_no === placed)).not.toHaveProperty("quantity");
    expect(listed.find(({ box_no }) => box_no === copied)).toMatchObject({
      ...{ quantity: ordered, erp_as_of: expect.any(String) },
    });
  });

  it("does not continue with other boxes when the ERP goes away", async () => {
    const { day } = boxesOfDay(pageSize + 1);
    const { cursor } = await list({ day });
    erp.gone();
    await refused("erpUnavailable", "get-boxes", { day, cursor });
  });

  it("has every box with a place, without a day, among goods", async () => {
    const all = boxes(pageSize + 1);
    for (const box of all) await placeBox(box);
    for (const box_no of all.slice(0, 2))
      await call("post-box-location", { box_no, off_shelf: true });
    await register(zongpai(fresh()));
    const pages = await walk({});
    expect(pages.every((page) => page.day === undefined && !page.erp_state)).toBe(true);
    const listed = pages.flatMap((page) => page.boxes.map(({ box_no }) => box_no));
    expect(listed).toEqual(expect.arrayContaining(all));
    expect(new Set(listed).size).toBe(listed.length);
  });

  it.each(["2026-02-30", "28.11.2026", "2026-11-28T00:00:00Z", "1969-12-31", "9999-01-01", ""])(
    "refuses %j as a day",
    async (day) => {
      await refused("invalidField", "get-boxes", { day });
    },
  );
});
