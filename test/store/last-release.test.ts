import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { RouteId } from "#lib/route-ids.ts";
import { answersKey } from "#lib/store/keys.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { refusalStore } from "#lib/store/refusals.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import { checkTable } from "../../commands/table/check-table.ts";
import { answersOf } from "../../commands/table/remembered-answers.ts";
import oddKeyless from "../site/odd-keyless.ts";
import { audited } from "../support/audited.ts";
import { answered, call, done, key, keyHeader, requiresKeys } from "../support/client.ts";
import { erp } from "../support/erp.ts";
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
import { rowAt, table } from "../support/table.ts";
import tables from "./rows/last-release.json" with { type: "json" };

// All rows that 0.3.0 (f5d4162c) wrote for some requests, and its answers. Never regenerate them.
const { rows, operations, overview, refusals, requests, reads } =
  tables[site.name as keyof typeof tables];

/** The profile of 0.3.0. The odd site had no keys then. */
const formerSite = requiresKeys ? oddKeyless : site;

/** Number of entries on a page in the answers of 0.3.0. */
const size = 2;
const deadline = { left: () => 5_000 };
const goods = (n: number) => zongpai(3_000 + n);
const boxes = (n: number) => boxNo(3_000 + n);

const allRows = async () => {
  const found: object[] = [];
  await scanTable(table, 1, async (page) => void found.push(...page));
  return found;
};

beforeAll(async () => {
  for (const row of rows) await plantRow(row);
  for (const row of operations) await plantRow(JSON.parse(row));
});

describe("a table that 0.3.0 wrote", () => {
  it("is sound by the audit", async () => {
    expect((await audited()).differences).toEqual([]);
  });

  it("remembers the answers of this profile, in the same words", async () => {
    expect(await checkTable(table, formerSite, 2)).toMatchObject({ changed: [], misfits: {} });
    expect((await rowAt(answersKey)).answers).toEqual(answersOf(formerSite));
  });

  it.each(overview)("gives the pages and cursors of 0.3.0: $filter", async ({ filter, pages }) => {
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

  it.runIf(refusals.length > 0)("gives the kept refusals and cursors of 0.3.0", async () => {
    let cursor: string | undefined;
    for (const expected of refusals as readonly object[]) {
      const page = await refusalStore(table).readPage(0, cursor, size, deadline);
      expect(page).toEqual({ cursor: undefined, ...expected });
      ({ cursor } = page);
    }
  });
});

describe("a minute after 0.3.0 wrote a table", () => {
  // Later, the service forgets the refusals and the copies of the ERP's rows.
  const now = Math.max(...operations.map((row) => Number(JSON.parse(row).at))) + 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));

  const replayed = requests as readonly (typeof tables.demo.requests)[number][];
  it.runIf(replayed.length > 0).each(replayed)(
    "a repeated request gets its old answer, and writes nothing: $route, $status",
    async ({ route, fields, key, status, text }) => {
      const before = await allRows();
      const answer = await call(route as RouteId, fields, keyHeader(key));
      expect(answered(answer)).toEqual([status, text, "true"]);
      expect(await allRows()).toEqual(before);
    },
  );

  it("a read gets the answer of 0.3.0, also from the copy of a box", async () => {
    for (const { route, fields, text } of reads) {
      const expected = JSON.parse(text);
      if (route === "get-box-info") {
        erp.gone();
        // Items that 0.3.0 saved have no name until they are saved again.
        for (const item of expected.items ?? []) delete item.product;
      }
      const { text: now } = await done(route as RouteId, fields);
      expect(JSON.parse(now), route).toMatchObject(expected);
    }
    erp.well();
  });
});

describe("rows of 0.3.0 and of this version", () => {
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
    const item = { box_no: boxes(1), zongpai: goods(1) };
    await done("edit-box", { ...item, quantity: 6 });
    await done("patch-attachment-box", { ...item, category, quantity: 2 });
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
    "off the shelf": [goods(5), zongpai(off), ...boxed(boxes(2))],
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
    const names = [zongpai(refused), goods(1), goods(9), goods(8)];
    expect(kept.map(({ zongpai }) => zongpai)).toEqual(names);
  });

  it("are sound by the audit", async () => {
    expect((await audited()).differences).toEqual([]);
  });
});
