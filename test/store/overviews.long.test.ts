import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Page } from "#lib/domain/overview.ts";
import { locationStore } from "#lib/store/locations.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { anOperation } from "../support/operation.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const deadline = { left: () => 4_000 };
const onShards = (shards: number) => ({
  ...site,
  location: { ...site.location, shards: { write: shards, read: [shards] } },
});
const register = (shards: number, zongpai: string, area: string, location: string) =>
  locationStore(table, onShards(shards)).register(
    { zongpai, off_shelf: false, area, location, at: Date.now() },
    anOperation(zongpai),
  );

const pagesOf = async (shards: number, area: string, size: number): Promise<Page[]> => {
  const all: Page[] = [];
  let cursor: string | undefined;
  do {
    const page = await overviewStore(table, onShards(shards)).page(
      { area },
      cursor,
      size,
      deadline,
    );
    if (!page) throw new Error("a cursor of our own was refused");
    all.push(page);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
};

const letter = fc.constantFrom("A", "Z", "a", "#", "~", "%", "ü", "上", "\uE000", "\u{1F4E6}");
const code = fc.string({ unit: letter, minLength: 1, maxLength: 4 });

describe("a page of places", () => {
  it("continues exactly where the last one ended, for any number of shards, size of page, and codes", async () => {
    let areas = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 1, max: 9 }),
        fc.uniqueArray(code, { minLength: 1, maxLength: 14 }),
        async (shards, size, codes) => {
          areas += 1;
          const area = `area ${areas}`;
          await Promise.all(
            codes.map((location) => register(shards, `${area} ${location}`, area, location)),
          );
          const pages = await pagesOf(shards, area, size);
          const shown = pages.flatMap(({ placed }) => placed.map(({ location = "" }) => location));
          expect(new Set(shown)).toEqual(new Set(codes));
          expect(shown).toHaveLength(codes.length);
          for (const page of pages.slice(0, -1)) expect(page.placed).toHaveLength(size);
          // Location by location, as the key escapes and sorts them: the same order for every number of shards.
          const single = await pagesOf(shards, area, 100);
          expect(shown).toEqual(
            single.flatMap(({ placed }) => placed.map(({ location = "" }) => location)),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  it("shows nothing twice while entries move between shards", async () => {
    const goods = Array.from({ length: 12 }, (_, n) => `moving ${n}`);
    const places = overviewStore(table, onShards(5));
    let moving = true;
    const movers = goods.map(async (zongpai) => {
      for (let step = 0; moving; step += 1)
        await register(5, zongpai, "moves", `shelf ${(step * 7) % 23}`);
    });
    for (let round = 0; round < 60; round += 1) {
      const page = await places.page({ area: "moves" }, undefined, 50, deadline);
      const names = (page?.placed ?? []).map(({ zongpai }) => zongpai);
      expect(new Set(names).size).toBe(names.length);
    }
    moving = false;
    await Promise.all(movers);
    expect((await pagesOf(5, "moves", 50))[0]?.placed).toHaveLength(goods.length);
  });
});
