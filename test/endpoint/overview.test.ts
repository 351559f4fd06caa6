import { beforeAll, describe, expect, it } from "vitest";
import { done, refused } from "../support/client.ts";
import { category, configure, locate, offShelf, register } from "../support/requests.ts";
import { area, location, otherArea, otherLocation, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { pageSize } = site.overview;

type Entry = { zongpai: string; category?: string; registered_at: string };
type Shown = { shown: number; more: boolean; items: Entry[] };
type Body = {
  locations: (Shown & { location: string; area: string })[];
  off_shelf: Shown;
  cursor?: string;
};

const page = async (filter: object) =>
  (await done("location-overview", filter)).body as unknown as Body;

/** All pages, in order. */
const pages = async (filter: object): Promise<Body[]> => {
  const all: Body[] = [];
  let cursor: string | undefined;
  do {
    const next = await page({ ...filter, ...(cursor && { cursor }) });
    for (const group of [...next.locations, next.off_shelf])
      expect(group.items).toHaveLength(group.shown);
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

const goods = (n: number) => zongpai(1_000 + n);
/** Two shelves of one area and one of another. Every fifth item is off the shelf. */
const placeOf = (n: number) =>
  [undefined, otherLocation, location(1), location(2), location(2)][n % 5];
const all = Array.from({ length: pageSize * 2 + 3 }, (_, n) => ({
  reference: goods(n),
  place: placeOf(n),
}));

beforeAll(async () => {
  for (const { reference, place } of all)
    await register(reference, place === undefined ? offShelf : { location: place });
  await configure(goods(0), { [category]: 5 });
  await locate(goods(0));
});

const expected = [
  ...all.flatMap(({ reference, place }) =>
    place === undefined
      ? []
      : [`${place === otherLocation ? otherArea : area} ${place} ${reference} `],
  ),
  `${area} ${location(1)} ${goods(0)} ${category}`,
];
const expectedOf = (part: string) => new Set(expected.filter((entry) => entry.includes(part)));
const offShelfGoods = all.filter(({ place }) => place === undefined).map((one) => one.reference);

describe("§4 the overview (paicha), page by page", () => {
  it("shows each item once, by area, location and goods, then off the shelf", async () => {
    const shown = await pages({});
    expect(shown.length).toBeGreaterThan(1);
    const inOrder = expected.toSorted((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    expect(shelvesOf(shown)).toEqual(inOrder);
    expect(offShelfOf(shown).map((item) => item.zongpai)).toEqual(offShelfGoods);
    const instants = offShelfOf(shown).map((item) => item.registered_at);
    expect(instants).toEqual(instants.toSorted());
  });

  it("marks a location as continued if the next page has more of it", async () => {
    for (const filter of [{}, { off_shelf: true }]) {
      const shown = await pages(filter);
      for (const [at, body] of shown.entries()) {
        const later = shown.slice(at + 1);
        for (const shelf of body.locations)
          expect(shelf.more).toBe(
            later[0]?.locations.some((other) => other.location === shelf.location) ?? false,
          );
        expect(body.off_shelf.more).toBe(later.some(({ off_shelf }) => off_shelf.shown > 0));
      }
    }
  });

  it.each([
    ["one area", { area }, expectedOf(`${area} `), []],
    ["another area", { area: otherArea }, expectedOf(`${otherArea} `), []],
    ["an area where nothing is", { area: "Nowhere" }, new Set(), []],
    ["one location", { location: location(1) }, expectedOf(` ${location(1)} `), []],
    ["what is off the shelf", { off_shelf: true }, new Set(), offShelfGoods],
    ["what is on a shelf", { off_shelf: false }, new Set(expected), []],
  ])("shows %s alone", async (_, filter, shelves, offShelf) => {
    const shown = await pages(filter);
    expect(new Set(shelvesOf(shown))).toEqual(shelves);
    expect(offShelfOf(shown).map((item) => item.zongpai)).toEqual(offShelf);
  });

  it("names the person only for what is off the shelf", async () => {
    const { items } = (await page({ off_shelf: true })).off_shelf;
    for (const item of items) expect(item).toMatchObject({ who: expect.any(String) });
    for (const shelf of (await page({ area })).locations)
      for (const item of shelf.items) expect(item).not.toHaveProperty("who");
  });

  it("refuses two filters at once, and invalid values", async () => {
    for (const filter of [
      { area, location: location(1) },
      { area, zongpai: goods(1) },
      { area, off_shelf: true },
      { zongpai: goods(1), off_shelf: false },
      { off_shelf: "yes" },
      { location: "?" },
    ])
      await refused("invalidField", "location-overview", filter);
  });
});
