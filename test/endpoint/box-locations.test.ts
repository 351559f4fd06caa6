import { describe, expect, it } from "vitest";
import { boxLocationKey, placeKey } from "#lib/store/keys.ts";
import {
  call,
  done,
  expectError,
  hasKeys,
  key,
  refused,
  sendRaw,
  serves,
} from "../support/client.ts";
import { plantRow } from "../support/planted.ts";
import { boxInfo, instant, offShelf, placesOf, register, saveItem } from "../support/requests.ts";
import { area, boxNo, fresh, itemOf, location, otherLocation } from "../support/samples.ts";
import { site } from "../support/site.ts";

const registered_at = expect.any(String);
const on = (shelf: number) => ({ location: location(shelf) });
const place = (box_no: string, at: object, headers?: Record<string, string>) =>
  call("post-box-location", { box_no, ...at }, headers);

type Group = {
  readonly shown: number;
  readonly items: readonly object[];
  readonly boxes?: readonly object[];
};
/** The goods and boxes at a place. Only the goods are counted. */
const standing = async (filter: object) => {
  const { body } = await done("location-overview", filter);
  const groups = [...(body.locations as Group[]), body.off_shelf as Group];
  for (const { shown, items } of groups) expect(shown).toBe(items.length);
  return groups.flatMap(({ items, boxes = [] }) => [...items, ...boxes]);
};

const placed = serves("post-box-location");
describe.runIf(placed)("extension: boxes have places", () => {
  it("are shown in its info, its status and the overview", async () => {
    const item = itemOf(fresh());
    const { box_no } = item;
    await saveItem(item, 2);
    for (const at of [on(901), offShelf, on(902)]) {
      const stands = { off_shelf: false, ...at, registered_at };
      await place(box_no, at);
      expect(await boxInfo(box_no)).toMatchObject({ ...stands, items_quantity: 2 });
      if (site.routes.boxStatus)
        expect((await done("get-box-status", { box_no })).body).toMatchObject(stands);
      expect(await standing(at)).toEqual([expect.objectContaining({ box_no })]);
    }
    expect(await standing(on(901))).toEqual([]);
    expect(await standing(offShelf)).toEqual([]);
  });

  it("leave goods where their own newest scan says, and are shown next to them", async () => {
    const item = itemOf(fresh());
    await saveItem(item);
    await register(item.zongpai, 3);
    const stands = { location: otherLocation, off_shelf: false };
    await place(item.box_no, stands);
    const boxes = [{ box_no: item.box_no, quantity: 1, ...stands, registered_at }];
    const locations = [{ ...on(3), shown: 1 }];
    expect(await placesOf(item.zongpai)).toMatchObject({ locations, boxes });
    if (site.routes.goodsStatus)
      expect((await done("get-goods-status", { zongpai: item.zongpai })).body).toMatchObject({
        ...on(3),
        boxes,
      });
  });

  it("make a box known without asking the ERP", async () => {
    const box_no = boxNo(9_000_000);
    await refused("boxNotFound", "get-box-info", { box_no });
    await place(box_no, on(903));
    expect(await boxInfo(box_no)).toMatchObject({ items: [], ...on(903) });
  });

  it.runIf(serves("get-counts"))("are not counted, whether a shelf has goods or not", async () => {
    const item = itemOf(fresh());
    await register(item.zongpai, 904);
    const counts = async () => (await done("get-counts", { area })).body.areas;
    const before = await counts();
    await place(item.box_no, on(904));
    await place(boxNo(fresh()), on(905));
    expect(await counts()).toEqual(before);
  });

  it("are paged with the places of goods: each is shown once", async () => {
    const boxes = Array.from({ length: site.overview.pageSize }, () => boxNo(fresh()));
    for (const box_no of boxes) await place(box_no, on(906));
    const item = itemOf(fresh());
    await register(item.zongpai, 906);
    const { cursor } = (await done("location-overview", on(906))).body;
    const shown = [on(906), { ...on(906), cursor }].map(standing);
    expect((await Promise.all(shown)).flat()).toHaveLength(boxes.length + 1);
  });

  it.runIf(hasKeys && serves("get-refusals"))(
    "are listed under their box when refused, also when sent again",
    async () => {
      const [box_no, headers] = [boxNo(fresh()), key()];
      const ahead = { ...on(1), scanned_at: instant(3_600_000) };
      for (const _ of [1, 2])
        expectError(await place(box_no, ahead, headers), "invalidField", "product");
      expectError(await place(box_no, on(1), headers), "idempotencyKeyReused", "product");
      const { refusals } = (await done("get-refusals", {})).body;
      const line = { box_no, ...on(1), refused_at: registered_at };
      expect(refusals).toEqual([expect.objectContaining(line)]);
      expect(refusals).not.toEqual([expect.objectContaining({ zongpai: expect.anything() })]);
    },
  );
});

if (!placed)
  it("a site whose boxes have no places has no such address, and shows none", async () => {
    const request = { method: "POST", path: `${site.basePath}/box/location`, body: "{}" };
    expectError(await sendRaw(request), "unknownRoute", "gateway");
    const item = itemOf(fresh());
    await saveItem(item);
    const left = { box_no: item.box_no, off_shelf: true, at: Date.now() };
    await plantRow({ ...boxLocationKey(item.box_no), ...placeKey(left), ...left });
    expect(await standing(offShelf)).toEqual([]);
    const nowhere = expect.not.objectContaining({ off_shelf: true });
    expect(await boxInfo(item.box_no)).toEqual(nowhere);
    expect((await placesOf(item.zongpai)).boxes).toEqual([nowhere]);
  });
