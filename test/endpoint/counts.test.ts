import { beforeAll, describe, expect, it } from "vitest";
import { CountsRequest, mostCounted } from "#lib/domain/counts.ts";
import { areaOf } from "#lib/domain/location.ts";
import { countStore } from "#lib/store/counts.ts";
import { boxLocationKey, placeKey } from "#lib/store/keys.ts";
import { done, serves } from "../support/client.ts";
import { plantRow } from "../support/planted.ts";
import { category, configure, locate, offShelf, register } from "../support/requests.ts";
import {
  area,
  boxNo,
  fresh,
  location,
  otherArea,
  otherLocation,
  unlistedLocation,
  zongpai,
} from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const counts = async (fields: object = {}) => (await done("get-counts", fields)).body;

const deadline = { left: () => 5_000 };
const line = (goods_count: number, attachments_count = 0, more = false) => ({
  goods_count,
  attachments_count,
  more,
});

/** The row of a box on a shelf of that area. */
const boxAt = (box_no: string, shelf: string) => {
  const place = { off_shelf: false, location: shelf, area: areaOf(shelf, site), at: Date.now() };
  return {
    ...boxLocationKey(box_no),
    ...placeKey({ box_no, ...place }),
    ...{ box_no, ...place },
  };
};

describe.runIf(serves("get-counts"))("extension: what is on the shelves", () => {
  const first = zongpai(fresh());

  beforeAll(async () => {
    await register(first);
    for (const place of [1, 1, 2, { location: otherLocation }, offShelf])
      await register(zongpai(fresh()), place);
    await configure(first, { [category]: 5 });
    await locate(first, 2);
  });

  it("is counted by area in the site's order, attachments apart, shelved goods only", async () => {
    const known: Readonly<Record<string, object>> = { [area]: line(4, 1), [otherArea]: line(1) };
    const areas = (site.location.areas || []).map((one) => ({
      area: one,
      ...(known[one] ?? line(0)),
    }));
    expect(await counts()).toEqual({ areas, other_areas: line(0) });
  });

  it("is counted under other areas where the site does not list them", async () => {
    const others = async (...areas: string[]) =>
      (await countStore(table).countAreas(areas, mostCounted, deadline))();
    expect(await others(otherArea)).toEqual(line(4, 1));
    expect(await others()).toEqual(line(5, 1));
  });

  it("is counted by location of one area", async () => {
    expect(await counts({ area })).toEqual({
      areas: [{ area, ...line(4, 1) }],
      locations: [
        { location: location(1), ...line(3) },
        { location: location(2), ...line(1, 1) },
      ],
    });
  });

  it("leaves out a shelf with only boxes, and shows such an area as empty", async () => {
    const before = await counts({ area });
    const shelf = location(3);
    for (const place of [shelf, shelf, unlistedLocation])
      await plantRow(boxAt(boxNo(fresh()), place));
    expect(await counts({ area })).toEqual(before);
    expect((await counts()).other_areas).toEqual(line(0));
    const unlisted = areaOf(unlistedLocation, site);
    expect(await counts({ area: unlisted })).toEqual({
      areas: [{ area: unlisted, ...line(0) }],
      locations: [],
    });
  });

  it("lists a shelf whose boxes reach the limit, because goods may follow", async () => {
    for (const _ of [1, 2]) await plantRow(boxAt(boxNo(fresh()), unlistedLocation));
    const store = countStore(table);
    const { locations } = await store.countLocations(areaOf(unlistedLocation, site), 1, deadline);
    expect(locations).toEqual([{ location: unlistedLocation, ...line(0, 0, true) }]);
  });

  it("accepts any area, and requires one if the site lists none", async () => {
    expect(await counts({ area: "Nowhere" })).toEqual({
      areas: [{ area: "Nowhere", ...line(0) }],
      locations: [],
    });
    const unlisted = CountsRequest({ ...site, location: { ...site.location, areas: false } });
    expect(unlisted.safeParse({ area: "Nowhere" }).success).toBe(true);
    expect(unlisted.safeParse({}).success).toBe(false);
  });

  it("is counted up to a limit, and then says that there is more", async () => {
    const store = countStore(table);
    const capped = await store.countLocations(area, 1, deadline);
    expect((await store.countAreas([area], 1, deadline))(area)).toEqual(capped.area);
    expect(capped.area.more).toBe(true);
    expect(capped.locations.some(({ more }) => more)).toBe(true);
    const [exact, boxes] = [line(4, 1), 2];
    expect((await store.countLocations(area, 5 + boxes, deadline)).area).toEqual(exact);
  });
});
