import { describe, expect, it } from "vitest";
import { boxLocationKey } from "#lib/store/keys.ts";
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
import { boxNo, fresh, itemOf, location } from "../support/samples.ts";
import { site } from "../support/site.ts";

const hour = 3_600_000;
const registered_at = expect.any(String);
const cleared = { off_shelf: true, cleared: true, registered_at };
const left = { ...cleared, who: expect.any(String) };
const on = (shelf: number) => ({ location: location(shelf) });

const clear = (box_no: string, more: object = {}) => done("clear-box", { box_no, ...more });
const place = (box_no: string, at: object) => done("post-box-location", { box_no, ...at });
/** A box on the first shelf, with goods in it. */
const packed = async (more: object = {}) => {
  const item = itemOf(fresh());
  await saveItem(item, 2);
  await place(item.box_no, { ...on(1), ...more });
  return item;
};
const isListed = async (box_no: string, filter: object) =>
  (await call("location-overview", filter)).text.includes(`"${box_no}"`);

const clears = serves("clear-box");
describe.runIf(clears)("extension: a box that left", () => {
  it("is on no page of places, keeps its contents, and is answered twice alike", async () => {
    const { box_no, zongpai } = await packed();
    expect(await isListed(box_no, on(1))).toBe(true);
    for (const _ of [1, 2]) expect((await clear(box_no)).body).toEqual({ box_no, ...cleared });
    for (const filter of [on(1), offShelf]) expect(await isListed(box_no, filter)).toBe(false);
    expect(await boxInfo(box_no)).toMatchObject({ items: [{ zongpai, quantity: 2 }] });
  });

  it("says when it left and by whom, wherever the place of a box is shown", async () => {
    const { box_no, zongpai } = await packed();
    expect(await boxInfo(box_no)).not.toHaveProperty("who");
    await clear(box_no);
    expect(await boxInfo(box_no)).toMatchObject(left);
    const boxes = [{ box_no, quantity: 2, ...left }];
    expect((await placesOf(zongpai)).boxes).toEqual(boxes);
    if (site.routes.boxStatus)
      expect((await done("get-box-status", { box_no })).body).toMatchObject(left);
    if (site.routes.goodsStatus)
      expect((await done("get-goods-status", { zongpai })).body).toMatchObject({ boxes });
  });

  it("leaves its goods at their own places", async () => {
    const { box_no, zongpai } = await packed();
    await register(zongpai, 3);
    await clear(box_no);
    expect(await placesOf(zongpai)).toMatchObject({ locations: [{ ...on(3), shown: 1 }] });
  });

  it("is back with a later place", async () => {
    const { box_no } = await packed();
    for (const at of [on(2), offShelf]) {
      await clear(box_no);
      await place(box_no, at);
      const info = await boxInfo(box_no);
      expect(info).toMatchObject({ off_shelf: false, ...at });
      for (const field of ["cleared", "who"]) expect(info).not.toHaveProperty(field);
      expect(await isListed(box_no, at)).toBe(true);
    }
  });

  it("takes a save, which changes nothing of it", async () => {
    const { box_no } = await packed();
    await clear(box_no);
    await saveItem({ ...itemOf(fresh()), box_no }, 1);
    expect(await boxInfo(box_no)).toMatchObject({ ...left, items_quantity: 3 });
  });

  it("needs neither a place nor contents", async () => {
    const box_no = boxNo(9_100_000);
    await refused("boxNotFound", "get-box-info", { box_no });
    await clear(box_no);
    expect(await boxInfo(box_no)).toMatchObject({ items: [], ...left });
  });

  it.runIf(site.extensions.scannedAt)(
    "stays away when an older scan comes late, whose answer is the clearing",
    async () => {
      const { box_no } = await packed({ scanned_at: instant(-3 * hour) });
      const { body } = await clear(box_no, { scanned_at: instant(-hour) });
      const late = { ...on(2), scanned_at: instant(-2 * hour) };
      expect((await place(box_no, late)).body).toEqual(body);
      expect(await boxInfo(box_no)).toMatchObject(left);
    },
  );

  it.runIf(site.extensions.scannedAt)(
    "that comes late stays where the newer scan saw it, as the answer says",
    async () => {
      const { box_no } = await packed({ scanned_at: instant(-hour) });
      const { body } = await clear(box_no, { scanned_at: instant(-2 * hour) });
      expect(body).toEqual({ box_no, ...on(1), off_shelf: false, registered_at });
      expect(await boxInfo(box_no)).toMatchObject({ ...on(1), off_shelf: false });
    },
  );

  it.runIf(site.extensions.expectedLocation)(
    "is refused from another shelf than the expected one, which is none afterwards",
    async () => {
      const { box_no } = await packed();
      await refused("staleExpectedLocation", "clear-box", {
        box_no,
        expected_location: location(2),
      });
      await clear(box_no, { expected_location: location(1) });
      await place(box_no, { ...on(2), expected_location: "" });
      expect(await boxInfo(box_no)).toMatchObject(on(2));
    },
  );

  it.runIf(hasKeys)("is recorded once, however often it is sent", async () => {
    const [{ box_no }, headers] = [await packed(), key()];
    const first = await call("clear-box", { box_no }, headers);
    await place(box_no, on(2));
    expect((await call("clear-box", { box_no }, headers)).body).toEqual(first.body);
    expect(await boxInfo(box_no)).toMatchObject(on(2));
  });
});

if (!clears)
  it("a site that clears no boxes has no such address, and shows none that left", async () => {
    const request = { method: "POST", path: `${site.basePath}/box/clear`, body: "{}" };
    expectError(await sendRaw(request), "unknownRoute", "gateway");
    const item = itemOf(fresh());
    await saveItem(item);
    const row = { box_no: item.box_no, off_shelf: true, has_left: true, at: Date.now() };
    await plantRow({ ...boxLocationKey(item.box_no), ...row });
    const nowhere = expect.not.objectContaining({ off_shelf: true });
    expect(await boxInfo(item.box_no)).toEqual(nowhere);
    expect((await placesOf(item.zongpai)).boxes).toEqual([nowhere]);
  });
