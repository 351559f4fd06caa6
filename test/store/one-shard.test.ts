import { beforeAll, describe, expect, it } from "vitest";
import { isReadPartition } from "#lib/store/keys.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { refusalStore } from "#lib/store/refusals.ts";
import { audited } from "../support/audited.ts";
import { call, done, key } from "../support/client.ts";
import { plantRow } from "../support/planted.ts";
import { category, configure, locate, offShelf, register, saveItem } from "../support/requests.ts";
import {
  area,
  boxNo,
  fresh,
  itemOf,
  location,
  otherArea,
  otherLocation,
  zongpai,
} from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";
import tables from "./rows/one-shard.json" with { type: "json" };

// Stored rows and answers of 0.2.0 with one shard (`location.shards`), without the receipts. Never regenerate them.
const { rows, overview, refusals } = tables[site.name as keyof typeof tables];

/** Number of entries on a page in the answers of 0.2.0. */
const size = 2;
const deadline = { left: () => 5_000 };
const goods = (n: number) => zongpai(3_000 + n);
const boxes = (n: number) => boxNo(3_000 + n);

beforeAll(async () => {
  for (const row of rows) await plantRow(row);
});

describe("a table that 0.2.0 wrote with one shard", () => {
  it("has the keys of the index that this version writes", async () => {
    expect((await audited()).differences).toEqual([]);
    const indexed = rows.filter((row) => "place_pk" in row);
    expect(indexed.every(({ place_pk = "" }) => isReadPartition(place_pk))).toBe(true);
  });

  it.each(overview)("gives the pages and cursors of 0.2.0: $filter", async ({ filter, pages }) => {
    const store = overviewStore(table, site);
    let cursor: string | undefined;
    for (const { placed, ...rest } of pages) {
      const page = await store.readPage(filter, cursor, size, deadline);
      expect(page).toMatchObject(rest);
      expect(page.placed).toEqual(placed);
      expect(page.cursor).toBe("cursor" in rest ? rest.cursor : undefined);
      ({ cursor } = page);
    }
  });

  it.runIf(refusals.length > 0)("gives the kept refusals and cursors of 0.2.0", async () => {
    let cursor: string | undefined;
    for (const expected of refusals as readonly object[]) {
      const page = await refusalStore(table).readPage(0, cursor, size, deadline);
      expect(page).toEqual({ cursor: undefined, ...expected });
      ({ cursor } = page);
    }
  });
});

describe("rows of 0.2.0 and of this version", () => {
  const [shelved, elsewhere, off, refused] = [1, 2, 3, 4].map(() => fresh()) as [
    ...[number, number, number, number],
  ];

  beforeAll(async () => {
    await register(zongpai(shelved), 1);
    await register(zongpai(elsewhere), { location: otherLocation });
    await register(zongpai(off), offShelf);
    await configure(zongpai(shelved), { [category]: 5 });
    await locate(zongpai(shelved), 2);
    await call("delete-box", itemOf(refused), key());
    if (!site.routes.boxLocation) return;
    await saveItem(itemOf(off));
    await call("post-box-location", { box_no: boxNo(off), location: location(1) });
  });

  type Shown = { readonly [name in "category" | "zongpai" | "box_no"]?: string };
  type Group = {
    readonly location?: string;
    readonly items: readonly Shown[];
    readonly boxes?: readonly Shown[];
  };

  /** The names on all pages of the overview, by place. */
  const shown = async (filter: object) => {
    const found: Record<string, string[]> = {};
    let cursor: string | undefined;
    do {
      const { body } = await done("location-overview", { ...filter, ...(cursor && { cursor }) });
      for (const group of [...(body.locations as Group[]), body.off_shelf as Group])
        for (const one of [...(group.boxes ?? []), ...group.items]) {
          const name = one.category ?? one.zongpai ?? one.box_no ?? "";
          const at = group.location ?? "off the shelf";
          found[at] = [...(found[at] ?? []), name].toSorted();
        }
      cursor = body.cursor as string | undefined;
    } while (cursor !== undefined);
    return found;
  };

  const boxed = (...names: string[]) => (site.routes.boxLocation ? names : []);
  const expected = {
    [location(1)]: [goods(1), goods(2), zongpai(shelved), ...boxed(boxes(1), boxNo(off))],
    [location(2)]: [goods(3), category, category],
    [otherLocation]: [goods(4), zongpai(elsewhere)],
    "off the shelf": [goods(5), goods(6), zongpai(off), ...boxed(boxes(2))],
  };
  for (const names of Object.values(expected)) names.sort();
  const at = (...places: string[]) =>
    Object.fromEntries(Object.entries(expected).filter(([place]) => places.includes(place)));

  it("are shown together by the overview, whatever its filter", async () => {
    expect(await shown({})).toEqual(expected);
    expect(await shown({ area })).toEqual(at(location(1), location(2)));
    expect(await shown({ location: location(1) })).toEqual(at(location(1)));
    expect(await shown({ location: otherLocation })).toEqual(at(otherLocation));
    expect(await shown(offShelf)).toEqual(at("off the shelf"));
  });

  it.runIf(site.routes.counts)("are counted together", async () => {
    const counted = async (asked: object) => (await done("get-counts", asked)).body.areas;
    const one = { area, goods_count: 4, attachments_count: 2, more: false };
    const other = { area: otherArea, goods_count: 2, attachments_count: 0, more: false };
    expect(await counted({})).toEqual(expect.arrayContaining([one, other]));
    expect(await counted({ area })).toEqual([one]);
  });

  it.runIf(site.routes.refusals)("are listed together as refusals, newest first", async () => {
    const { refused: kept } = await refusalStore(table).readPage(0, undefined, 50, deadline);
    const names = [zongpai(refused), goods(9), goods(8), goods(7)];
    expect(kept.map(({ zongpai }) => zongpai)).toEqual(names);
  });

  it.runIf(site.routes.boxLocation)("say where the boxes of goods are", async () => {
    for (const [one, place] of [
      [goods(1), { location: location(1) }],
      [goods(2), offShelf],
      [zongpai(off), { location: location(1) }],
    ] as const)
      expect((await done("location-overview", { zongpai: one })).body.boxes).toContainEqual(
        expect.objectContaining(place),
      );
  });

  it("are sound by the audit", async () => {
    expect((await audited()).differences).toEqual([]);
  });
});
