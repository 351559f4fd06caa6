import { beforeAll, describe, expect, it } from "vitest";
import type { Filter } from "#lib/domain/overview.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Shards } from "#lib/store/keys.ts";
import { locationStore } from "#lib/store/locations.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { checkTable, rememberAnswers } from "../../commands/table/check-table.ts";
import { audited } from "../support/audited.ts";
import { anOperation } from "../support/operation.ts";
import { fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const deadline = { left: () => 4_000 };
const goods = Array.from({ length: 60 }, (_, n) => ({
  zongpai: zongpai(fresh()),
  shelf: location(1 + (n % 30)),
  off: n % 10 === 9,
}));
const areaOf = (code: string) => site.location.area.exec(code)?.[1] ?? code;

const withShards = (shards: Shards): typeof site => ({
  ...site,
  location: { ...site.location, shards: { ...shards, read: [...shards.read] } },
});

const register = ({ zongpai, shelf, off }: (typeof goods)[number], shards: Shards) =>
  locationStore(table, withShards(shards)).register(
    off
      ? { zongpai, off_shelf: true, at: Date.now() }
      : { zongpai, off_shelf: false, location: shelf, area: areaOf(shelf), at: Date.now() },
    anOperation(zongpai),
  );

const pagesOf = async (filter: Filter, shards: Shards): Promise<string[]> => {
  const shown: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await overviewStore(table, withShards(shards)).page(filter, cursor, 20, deadline);
    shown.push(...(page?.placed ?? []).map(({ zongpai }) => zongpai));
    cursor = page?.cursor;
  } while (cursor !== undefined);
  return shown;
};

const shelves = [...new Set(goods.flatMap(({ off, shelf }) => (off ? [] : [shelf])))];
const onShelf = goods.filter(({ off }) => !off).map(({ zongpai }) => zongpai);

/** How many goods each view shows. */
const views = async (shards: Shards) => {
  const whole = await pagesOf({}, shards);
  const each = async (filters: readonly Filter[]) =>
    (await Promise.all(filters.map((filter) => pagesOf(filter, shards)))).flat();
  const byLocation = await each(shelves.map((shelf) => ({ location: shelf, area: areaOf(shelf) })));
  const byArea = await each([...new Set(shelves.map(areaOf))].map((area) => ({ area })));
  for (const shown of [whole, byLocation, byArea]) expect(new Set(shown).size).toBe(shown.length);
  return { whole: whole.length, byLocation: byLocation.length, byArea: byArea.length };
};

const all = { whole: goods.length, byLocation: onShelf.length, byArea: onShelf.length };
const rules = (shards: Shards): Site => withShards(shards);

describe.each([
  [4, 8],
  [8, 3],
  [3, 1],
])("from %i shards to %i", (from, to) => {
  const before: Shards = { write: from, read: [from] };
  const reading: Shards = { write: from, read: [from, to] };
  const writing: Shards = { write: to, read: [from, to] };
  const after: Shards = { write: to, read: [to] };

  beforeAll(async () => {
    for (const one of goods) await register(one, before);
  });

  it("every view shows all goods, before, during and after", async () => {
    const told: string[] = [];
    const look = async (when: string, shards: Shards) => {
      const shown = await views(shards);
      told.push(`${when} ${Object.values(shown).join("/")}`);
      expect(shown, when).toEqual(all);
    };
    await look("before", before);
    // The first deployment: functions of both profiles run at once.
    for (const one of goods.slice(0, 10)) await register(one, reading);
    await look("old functions", before);
    await look("first deployment", reading);
    // The second: some write the new shards already, others still read and write as before.
    for (const one of goods.slice(10, 25)) await register(one, writing);
    for (const one of goods.slice(15, 20)) await register(one, reading);
    await look("functions of the first", reading);
    await look("second deployment", writing);
    let looked = false;
    const { summary } = await audited(
      {
        repairAs: "ada",
        onRead: () => {
          looked = true;
        },
      },
      rules(writing),
    );
    expect([looked, summary.repaired]).toEqual([true, summary.differences.shard ?? 0]);
    await look("moved", writing);
    await look("after", after);
    expect((await audited({}, rules(after))).differences).toEqual([]);
    console.log(`${site.name}, ${from} → ${to} (whole/by location/by area): ${told.join(", ")}`);
  });

  it("without the first deployment goods would be missed, and the check says so before it", async () => {
    const back: Shards = { write: from, read: [from] };
    const { misfits } = await checkTable(table, withShards(back), 2);
    const shown = await views(back);
    expect(misfits.hidden).toBeGreaterThan(0);
    expect(shown).not.toEqual(all);
    await rememberAnswers(table, withShards(before), 1);
    const changed = async (shards: Shards) =>
      (await checkTable(table, withShards(shards), 2)).changed;
    expect(await changed(after)).toEqual([{ path: "location.shards", treatment: "shards" }]);
    expect(await changed(writing)).toEqual([{ path: "location.shards", treatment: "shards" }]);
    expect(await changed(reading)).toEqual([]);
    await rememberAnswers(table, withShards(reading), 2);
    expect(await changed(writing)).toEqual([]);
  });
});

describe("a repair of shards", () => {
  it("is done while goods move, and every view shows all of them meanwhile", async () => {
    const from: Shards = { write: 4, read: [4] };
    const writing: Shards = { write: 8, read: [4, 8] };
    for (const one of goods) await register(one, from);
    const repair = audited({ repairAs: "ada" }, rules(writing));
    for (const one of goods.slice(0, 20)) await register(one, writing);
    expect(await views(writing)).toEqual(all);
    await repair;
    expect(await views({ write: 8, read: [8] })).toEqual(all);
  });
});
