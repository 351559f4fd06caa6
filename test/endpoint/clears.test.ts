import { describe, expect, it } from "vitest";
import { call, done, expectError, refused, sendRaw, serves } from "../support/client.ts";
import {
  boxes,
  category,
  configure,
  goodsWithHeadroom,
  instant,
  lineOf,
  locate,
  placesOf,
  register,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const hour = 3_600_000;
const registered_at = expect.any(String);
const cleared = { off_shelf: true, cleared: true, registered_at };
const nowhere = { locations: [], off_shelf: { shown: 0, items: [] } };

const clear = (goods: string, more: object = {}) =>
  done("clear-place", { zongpai: goods, ...more });
const onShelf = async (more: object = {}) => {
  const goods = zongpai(fresh());
  await register(goods, { location: location(1), ...more });
  return goods;
};

const clears = serves("clear-place");
describe.runIf(clears)("extension: clearing goods", () => {
  it("removes goods from every page, answers twice alike, and keeps boxed items", async () => {
    const goods = await onShelf({ location: location(77) });
    const box_no = boxNo(fresh());
    const shown = async (filter: object) =>
      (await call("location-overview", filter)).text.includes(`"${goods}"`);
    await saveItem({ box_no, zongpai: goods }, 3);
    expect(await shown({ location: location(77) })).toBe(true);
    for (const _ of [1, 2])
      expect((await clear(goods)).body).toEqual({ zongpai: goods, ...cleared });
    expect(await placesOf(goods)).toMatchObject({ ...nowhere, boxes: [{ box_no, quantity: 3 }] });
    for (const filter of [{ location: location(77) }, { off_shelf: true }])
      expect(await shown(filter)).toBe(false);
    const place = { location: location(2), off_shelf: false };
    expect((await register(goods, 2)).body).toEqual({ zongpai: goods, ...place, registered_at });
    expect(await placesOf(goods)).toMatchObject({ locations: [{ location: location(2) }] });
  });

  it.runIf(site.extensions.scannedAt)(
    "remains when an older scan comes late, whose answer is the clearing",
    async () => {
      const goods = zongpai(fresh());
      const { body } = await clear(goods, { scanned_at: instant(-hour) });
      const older = { location: location(1), scanned_at: instant(-2 * hour) };
      expect((await register(goods, older)).body).toEqual(body);
      expect(await placesOf(goods)).toMatchObject(nowhere);
    },
  );

  it.runIf(site.extensions.scannedAt)(
    "that comes late changes nothing, and is answered with the newer place",
    async () => {
      const goods = await onShelf({ scanned_at: instant(-hour) });
      const { body } = await clear(goods, { scanned_at: instant(-2 * hour) });
      const place = { location: location(1), off_shelf: false };
      expect(body).toEqual({ zongpai: goods, ...place, registered_at });
      expect(await placesOf(goods)).toMatchObject({ locations: [{ location: location(1) }] });
    },
  );
});

describe.runIf(clears)("extension: clearing an attachment", () => {
  const located = async () => {
    const { goods } = await goodsWithHeadroom(6);
    await register(goods, 3);
    await locate(goods);
    return goods;
  };

  it("takes it off the map, and leaves its goods where they are", async () => {
    const goods = await located();
    const { body } = await clear(goods, { category });
    expect(body).toEqual({ zongpai: goods, category, ...cleared });
    for (const field of ["location", "off_shelf"])
      expect(await lineOf(goods)).not.toHaveProperty(field);
    expect(await placesOf(goods)).toMatchObject({
      locations: [{ location: location(3), shown: 1 }],
      off_shelf: { shown: 0 },
    });
  });

  it("takes back that it is located: the guard lets it go", async () => {
    const goods = await located();
    if (site.attachment.removalGuard.includes("located"))
      expectError(await configure(goods, {}), "removalRefused", "accessory");
    await clear(goods, { category });
    await done("put-attachment-config", { zongpai: goods, entries: [] });
    expect(await lineOf(goods)).toBeUndefined();
  });

  it("keeps real evidence; an entry that is saved later is not located", async () => {
    const goods = await located();
    const { present, absent } = site.attachment.evidence;
    const [one = "", two = ""] = boxes(2);
    await saveEntry(goods, one, 2);
    await clear(goods, { category });
    expect(await lineOf(goods)).toMatchObject({ evidence: present, boxed_quantity: 2 });
    if (!site.attachment.flipsBack || !site.attachment.realEvidence.includes("location")) return;
    await call("delete-attachment-box", { box_no: one, zongpai: goods, category });
    await saveEntry(goods, two, 2);
    expect((await lineOf(goods))?.evidence).toBe(absent);
  });

  it("of an unknown category is refused; a late registration is answered with the clearing", async () => {
    const goods = await located();
    await refused("categoryNotKnown", "clear-place", { zongpai: goods, category: "?" });
    await clear(goods, { category });
    if (!site.extensions.scannedAt) return;
    const late = await locate(goods, { location: location(1), scanned_at: instant(-hour) });
    expect(late.body).toMatchObject({ zongpai: goods, category, cleared: true });
    expect(await lineOf(goods)).not.toHaveProperty("location");
  });
});

if (!clears)
  it("a site that does not clear has no such address", async () => {
    const request = { method: "POST", path: `${site.basePath}/trace/clear`, body: "{}" };
    expectError(await sendRaw(request), "unknownRoute", "gateway");
  });
