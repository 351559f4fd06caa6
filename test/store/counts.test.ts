import { PutCommand } from "@aws-sdk/lib-dynamodb";
import fc from "fast-check";
import { expect, it } from "vitest";
import { countStore } from "#lib/store/counts.ts";
import { compareBytes, locationKey, placeKey } from "#lib/store/keys.ts";
import { documents, table, tableName } from "../support/table.ts";

const deadline = { left: () => 5_000 };
type Row = {
  readonly area: string;
  readonly category?: string;
  readonly place_pk: string;
  readonly place_sk: string;
};
const all: Row[] = [];

const put = async (area: string, shelf: number, category?: string, who = "ada") => {
  const where = { zongpai: `N${all.length}`, area, location: `${area}-${shelf}`, category };
  const placed = { ...where, off_shelf: false, at: all.length, who };
  const keys = { ...locationKey(where.zongpai, category), ...placeKey(placed) };
  await documents.send(new PutCommand({ TableName: tableName, Item: { ...keys, ...placed } }));
  all.push({ ...keys, area, ...(category === undefined ? {} : { category }) });
};

/** A count in the order of the keys, up to one more than the limit. */
const counted = (area: string, most: number) => {
  const rows = all
    .filter((row) => row.area === area)
    .toSorted((one, other) => compareBytes(one.place_sk, other.place_sk))
    .slice(0, most + 1);
  const goods_count = rows.filter(({ category }) => category === undefined).length;
  const more = rows.length > most;
  return { goods_count, attachments_count: rows.length - goods_count, more };
};

const areas = ["L", "L#", "L1", "M", "über"];
const some = fc.tuple(
  fc.constantFrom(...areas, "A", "L0", "LZ", "🂡"),
  fc.integer({ min: 1, max: 3 }),
  fc.constantFrom(undefined, "MANUAL"),
  fc.integer({ min: 1, max: 12 }),
);

it("counts each area up to the limit, and everything without an area", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(some, { maxLength: 5 }),
      fc.integer({ min: 1, max: 12 }),
      async (rows, most) => {
        for (const [area, shelf, category, count] of rows)
          for (let n = 0; n < count; n += 1) await put(area, shelf, category);
        const countIn = await countStore(table).countAreas(areas, most, deadline);
        for (const area of areas) expect(countIn(area), area).toEqual(counted(area, most));
        const { goods_count, attachments_count, more } = countIn();
        const others = all.filter(({ area }) => !areas.includes(area)).length;
        expect(goods_count + attachments_count).toBeLessThanOrEqual(others);
        if (!more) expect(goods_count + attachments_count).toBe(others);
        const exact = await countStore(table).countAreas(areas, Math.max(1, others), deadline);
        expect(exact()).toMatchObject({ more: false });
      },
    ),
    { numRuns: 25 },
  ));

it("an area is counted to its end beyond a megabyte of entries", async () => {
  const [area, most, long] = ["ZZ", 200, "a".repeat(20_000)];
  for (let n = 0; n < 190; n += 1) await put(area, n, undefined, long);
  const { area: whole } = await countStore(table).countLocations(area, most, deadline);
  expect(whole).toEqual({ goods_count: 190, attachments_count: 0, more: false });
  const { goods_count, ...rest } = (await countStore(table).countAreas([area], most, deadline))(
    area,
  );
  expect(rest).toEqual({ attachments_count: 0, more: false });
  // With each full megabyte the embedded engine also counts the row that starts the next one.
  expect(goods_count).toBeGreaterThanOrEqual(190);
  expect(goods_count).toBeLessThanOrEqual(194);
});
