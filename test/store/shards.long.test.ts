import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Filter, Page } from "#lib/domain/overview.ts";
import { locationKey, type Shards } from "#lib/store/keys.ts";
import { locationStore } from "#lib/store/locations.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { checkTable, rememberAnswers } from "../../commands/table/check-table.ts";
import { audited } from "../support/audited.ts";
import { anOperation } from "../support/operation.ts";
import { plantRow } from "../support/planted.ts";
import { fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";

const deadline = { left: () => 4_000 };
const only = (shards: number): Shards => ({ write: shards, read: [shards] });
const withShards = ({ write, read }: Shards): typeof site => ({
  ...site,
  location: { ...site.location, shards: { write, read: [...read] } },
});

type Place = { readonly zongpai: string; readonly area: string; readonly location: string };

const register = ({ zongpai, ...place }: Place, shards: Shards, off_shelf = false) =>
  locationStore(table, withShards(shards)).register(
    { zongpai },
    { off_shelf, ...(off_shelf ? {} : place), at: Date.now() },
    anOperation(zongpai),
  );

const pagesOf = async (filter: Filter, shards: Shards, size: number): Promise<Page[]> => {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const places = overviewStore(table, withShards(shards));
    const page = await places.page(filter, cursor, size, deadline);
    if (!page) throw new Error("a cursor of our own was refused");
    pages.push(page);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return pages;
};

const goods = Array.from({ length: 60 }, (_, n) => {
  const shelf = location(1 + (n % 30));
  const area = site.location.area.exec(shelf)?.[1] ?? shelf;
  return { zongpai: zongpai(fresh()), location: shelf, area, off: n % 10 === 9 };
});
const onShelf = goods.filter(({ off }) => !off);

const place = async (some: typeof goods, shards: Shards) => {
  for (const { off, ...one } of some) await register(one, shards, off);
};

/** How many goods each view shows, each of them once. */
const views = async (shards: Shards) => {
  const shown = async (filters: Iterable<Filter>) => {
    const pages = await Promise.all([...filters].map((filter) => pagesOf(filter, shards, 20)));
    const names = pages.flat().flatMap(({ placed }) => placed.map(({ zongpai }) => zongpai));
    expect(new Set(names).size).toBe(names.length);
    return names.length;
  };
  const locations = new Map(onShelf.map(({ location, area }) => [location, { location, area }]));
  const areas = new Map(onShelf.map(({ area }) => [area, { area }]));
  return {
    whole: await shown([{}]),
    byLocation: await shown(locations.values()),
    byArea: await shown(areas.values()),
  };
};

const all = { whole: goods.length, byLocation: onShelf.length, byArea: onShelf.length };

describe.each([
  [4, 8],
  [8, 3],
])("from %i shards to %i", (from, to) => {
  const before = only(from);
  const reading: Shards = { write: from, read: [from, to] };
  const writing: Shards = { write: to, read: [from, to] };
  const after = only(to);

  beforeAll(() => place(goods, before));

  it("every view shows all goods, before, during and after", async () => {
    const look = async (when: string, shards: Shards) =>
      expect(await views(shards), when).toEqual(all);
    await look("before", before);
    // The first deployment: functions of both profiles run at once.
    await place(goods.slice(0, 10), reading);
    await look("old functions", before);
    await look("first deployment", reading);
    // The second: some write the new shards already, others still read and write as before.
    await place(goods.slice(10, 25), writing);
    await place(goods.slice(15, 20), reading);
    await look("functions of the first", reading);
    await look("second deployment", writing);
    // Goods also move while the repair does.
    const repair = audited({ repairAs: "ada" }, withShards(writing));
    await place(goods.slice(25, 45), writing);
    await look("being moved", writing);
    await repair;
    await look("moved", writing);
    await look("after", after);
    expect((await audited({}, withShards(after))).differences).toEqual([]);
  });

  it("without the first deployment goods would be missed, and the check says so before it", async () => {
    expect((await checkTable(table, withShards(before), 2)).misfits.hidden).toBeGreaterThan(0);
    expect(await views(before)).not.toEqual(all);
    const changed = async (shards: Shards) =>
      (await checkTable(table, withShards(shards), 2)).changed;
    const shards = [{ path: "location.shards", treatment: "shards" }];
    await rememberAnswers(table, withShards(before), 1);
    expect(await changed(after)).toEqual(shards);
    expect(await changed(writing)).toEqual(shards);
    expect(await changed(reading)).toEqual([]);
    await rememberAnswers(table, withShards(reading), 2);
    expect(await changed(writing)).toEqual([]);
  });
});

// Last, because its goods are in the views of the whole warehouse.
const letter = fc.constantFrom("A", "Z", "a", "#", "~", "%", "ü", "上", "\uE000", "\u{1F4E6}");
const code = fc.string({ unit: letter, minLength: 1, maxLength: 4 });

describe("a page of places", () => {
  it("continues exactly where the last one ended, for any number of shards, size of page, and codes", async () => {
    let areas = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 16 }).map(only),
        fc.integer({ min: 1, max: 9 }),
        fc.uniqueArray(code, { minLength: 1, maxLength: 14 }),
        async (shards, size, codes) => {
          areas += 1;
          const area = `area ${areas}`;
          await Promise.all(
            codes.map((location) =>
              register({ zongpai: `${area} ${location}`, area, location }, shards),
            ),
          );
          const shownOf = (pages: readonly Page[]) =>
            pages.flatMap(({ placed }) => placed.map(({ location = "" }) => location));
          const pages = await pagesOf({ area }, shards, size);
          expect(shownOf(pages).toSorted()).toEqual(codes.toSorted());
          for (const page of pages.slice(0, -1)) expect(page.placed).toHaveLength(size);
          // Location by location, as the key escapes and sorts them: the same order for every number of shards.
          expect(shownOf(pages)).toEqual(shownOf(await pagesOf({ area }, shards, 100)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it("shows goods once that moved while the shards were read: where they were last", async () => {
    const [zongpai, area] = ["moving", "moves"];
    await register({ zongpai, area, location: "there" }, only(5));
    const { at, ...row } = await rowAt(locationKey(zongpai));
    const before = { ...locationKey("read before"), place_sk: `${row.place_sk}~` };
    await plantRow({ ...row, ...before, location: "here", at: Number(at) - 1 });
    const [page] = await pagesOf({ area }, only(5), 50);
    expect(page?.placed.map(({ location }) => location)).toEqual(["there"]);
  });
});
