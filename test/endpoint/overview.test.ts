import { beforeAll, describe, expect, it } from "vitest";
import { category, configure } from "../support/attachments.ts";
import { call, forged, requestOf, sendRaw, wire } from "../support/client.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { area, location, otherArea, otherLocation, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { pageSize } = site.overview;

type Entry = {
  readonly zongpai: string;
  readonly category?: string;
  readonly registered_at: string;
};
type Shown = { readonly shown: number; readonly more: boolean; readonly items: Entry[] };
type Body = {
  readonly locations: (Shown & { readonly location: string; readonly area: string })[];
  readonly off_shelf: Shown;
  readonly cursor?: string;
};

const page = async (filter: object): Promise<Body> => {
  const { body } = await done("location-overview", filter);
  return body as unknown as Body;
};

/** Every page, one after the other; each is checked for the size and for what it says of itself. */
const pages = async (filter: object): Promise<Body[]> => {
  const all: Body[] = [];
  let cursor: string | undefined;
  do {
    const next = await page({ ...filter, ...(cursor === undefined ? {} : { cursor }) });
    const groups = [...next.locations, next.off_shelf];
    const shown = groups.reduce((sum, group) => sum + group.shown, 0);
    for (const group of groups) expect(group.items).toHaveLength(group.shown);
    expect(shown).toBeLessThanOrEqual(pageSize);
    if (next.cursor !== undefined) expect(shown).toBe(pageSize);
    expect(next.locations.filter(({ more }) => more).length).toBeLessThanOrEqual(1);
    all.push(next);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return all;
};

const shelvesOf = (all: readonly Body[]) =>
  all.flatMap(({ locations }) =>
    locations.flatMap((shelf) =>
      shelf.items.map(
        (item) => `${shelf.area} ${shelf.location} ${item.zongpai} ${item.category ?? ""}`,
      ),
    ),
  );
const offShelfOf = (all: readonly Body[]) => all.flatMap(({ off_shelf }) => off_shelf.items);

const count = pageSize * 2 + 3;
const goods = (n: number) => zongpai(1_000 + n);
/** Two shelves of one area, one of another; every fifth off the shelf. */
const placeOf = (n: number) =>
  n % 5 === 0 ? undefined : n % 5 === 1 ? otherLocation : location(n % 5 === 2 ? 1 : 2);

beforeAll(async () => {
  for (let n = 0; n < count; n += 1) {
    const place = placeOf(n);
    await call("post-trace-location", {
      zongpai: goods(n),
      ...(place === undefined ? { off_shelf: true } : { location: place }),
    });
  }
  await configure(goods(0), { [category]: 5 });
  await call("post-attachment-location", { zongpai: goods(0), category, location: location(1) });
});

const expected = [
  ...Array.from({ length: count }, (_, n) => n).flatMap((n) => {
    const place = placeOf(n);
    return place === undefined
      ? []
      : [`${place === otherLocation ? otherArea : area} ${place} ${goods(n)} `];
  }),
  `${area} ${location(1)} ${goods(0)} ${category}`,
];
const offShelf = Array.from({ length: count }, (_, n) => n).filter((n) => placeOf(n) === undefined);

describe("§4 the overview (paicha), page by page", () => {
  it("shows everything once, by area, location and goods, then what is off the shelf, oldest first", async () => {
    const all = await pages({});
    expect(all.length).toBeGreaterThan(1);
    const bytes = (text: string) => Buffer.from(text);
    const inOrder = expected.toSorted((one, other) => Buffer.compare(bytes(one), bytes(other)));
    expect(shelvesOf(all)).toEqual(inOrder);
    expect(offShelfOf(all).map((item) => item.zongpai)).toEqual(offShelf.map(goods));
    const instants = offShelfOf(all).map((item) => item.registered_at);
    expect(instants).toEqual(instants.toSorted());
  });

  it("says of a location that it continues when the next page has more of it, and of what is off the shelf when any later page has", async () => {
    const all = await pages({});
    expect(all[0]?.off_shelf).toEqual({ shown: 0, more: true, items: [] });
    for (const [at, body] of all.entries()) {
      const next = all[at + 1];
      for (const shelf of body.locations)
        expect(shelf.more).toBe(
          next?.locations.some((other) => other.location === shelf.location) ?? false,
        );
      expect(body.off_shelf.more).toBe(
        all.slice(at + 1).some(({ off_shelf }) => off_shelf.shown > 0),
      );
    }
  });

  it("shows one area, and nothing that is off the shelf", async () => {
    const all = await pages({ area });
    expect(new Set(shelvesOf(all))).toEqual(
      new Set(expected.filter((entry) => entry.startsWith(`${area} `))),
    );
    expect(offShelfOf(all)).toEqual([]);
    expect(shelvesOf(await pages({ area: otherArea }))).toHaveLength(
      expected.filter((entry) => entry.startsWith(`${otherArea} `)).length,
    );
    expect(await page({ area: "Nowhere" })).toMatchObject({
      locations: [],
      off_shelf: { shown: 0 },
    });
  });

  it("shows one location", async () => {
    const all = await pages({ location: location(1) });
    expect(new Set(shelvesOf(all))).toEqual(
      new Set(expected.filter((entry) => entry.includes(` ${location(1)} `))),
    );
    expect(await page({ location: location(77) })).toMatchObject({ locations: [] });
  });

  it("shows what is off the shelf alone, oldest first, from the first page on; or only what is on shelves", async () => {
    const off = await pages({ off_shelf: true });
    expect(off[0]?.off_shelf).toMatchObject({
      shown: Math.min(pageSize, offShelf.length),
      more: offShelf.length > pageSize,
    });
    expect(offShelfOf(off).map((item) => item.zongpai)).toEqual(offShelf.map(goods));
    expect(shelvesOf(off)).toEqual([]);
    const on = await pages({ off_shelf: false });
    expect(new Set(shelvesOf(on))).toEqual(new Set(expected));
    for (const { off_shelf } of on) expect(off_shelf).toEqual({ shown: 0, more: false, items: [] });
  });

  it("says who registered what is off the shelf, and of nothing else", async () => {
    const off = await page({ off_shelf: true });
    for (const item of off.off_shelf.items) expect(item).toMatchObject({ who: expect.any(String) });
    expect(off.off_shelf.items.length).toBeGreaterThan(0);
    const [one] = offShelf.map(goods);
    expect((await page({ zongpai: one })).off_shelf.items).toMatchObject([
      { who: expect.any(String) },
    ]);
    for (const { items } of (await page({ area })).locations)
      for (const item of items) expect(item).not.toHaveProperty("who");
  });

  it("names the boxes only of a single zongpai", async () => {
    expect(await page({})).not.toHaveProperty("boxes");
    expect(await page({ zongpai: goods(1) })).toHaveProperty("boxes");
  });

  it("refuses two filters at once, and a location that is none", async () => {
    await refused("invalidField", "location-overview", { area, location: location(1) });
    await refused("invalidField", "location-overview", { area, zongpai: goods(1) });
    await refused("invalidField", "location-overview", { area, off_shelf: true });
    await refused("invalidField", "location-overview", { zongpai: goods(1), off_shelf: false });
    await refused("invalidField", "location-overview", { off_shelf: "yes" });
    await refused("invalidField", "location-overview", { location: "?" });
  });

  it("refuses a cursor that does not parse, that belongs to other filters, or that comes with a zongpai", async () => {
    const { cursor = "" } = await page({});
    expect(cursor).not.toBe("");
    for (const wrong of [
      "",
      "x",
      "!!!!",
      `${cursor}AAAA`,
      cursor.slice(3),
      forged(cursor, 3),
      forged(cursor, "x".repeat(1_100)),
      // A sort key has room for 1,024 bytes, and the next position is a byte longer.
      forged(cursor, `S#${"A".repeat(1_022)}`),
      forged(cursor, `S#${"箱".repeat(480)}`),
      forged(cursor, "S#\ud83d"),
      Buffer.from('[2,"other","S#"]').toString("base64url"),
      Buffer.from("null").toString("base64url"),
    ])
      await refused("invalidField", "location-overview", { cursor: wrong });
    for (const filter of [
      { area },
      { location: location(1) },
      { zongpai: goods(1) },
      { off_shelf: true },
      { off_shelf: false },
    ])
      await refused("invalidField", "location-overview", { ...filter, cursor });
    const twice = requestOf("location-overview", { cursor });
    expectError(
      await sendRaw({ ...twice, query: [...(twice.query ?? []), [wire("cursor"), cursor]] }),
      "invalidField",
    );
  });

  it("gives nothing beyond the filters to a forged position", async () => {
    const { cursor = "" } = await page({ area });
    for (const position of ["", "A", "Z#", "~off#", "\u{10FFFF}"]) {
      const body = await page({ area, cursor: forged(cursor, position) });
      for (const shelf of body.locations) expect(shelf.area).toBe(area);
      expect(body.off_shelf.shown).toBe(0);
    }
  });
});
