import fc from "fast-check";
import { expect, it } from "vitest";
import type { OverviewPage } from "#lib/domain/overview.ts";
import { locationStore } from "#lib/store/locations.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { anOperation } from "../support/operation.ts";
import { runs } from "../support/runs.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const deadline = { left: () => 4_000 };

const register = (zongpai: string, area: string, location: string) =>
  locationStore(table, site).registerScan(
    { zongpai },
    { off_shelf: false, area, location, at: Date.now() },
    anOperation(zongpai),
  );

const pagesOf = async (area: string, size: number): Promise<OverviewPage[]> => {
  const pages: OverviewPage[] = [];
  let cursor: string | undefined;
  do {
    const page = await overviewStore(table, site).readPage({ area }, cursor, size, deadline);
    pages.push(page);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return pages;
};

const shownIn = (pages: readonly OverviewPage[]) =>
  pages.flatMap(({ placed }) => placed.map(({ location = "" }) => location));

const letter = fc.constantFrom("A", "Z", "a", "#", "~", "%", "ü", "上", "\uE000", "\u{1F4E6}");
const code = fc.string({ unit: letter, minLength: 1, maxLength: 4 });

it("a page of places continues after the last one, for any size and codes", async () => {
  let areas = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 9 }),
      fc.uniqueArray(code, { minLength: 1, maxLength: 14 }),
      async (size, codes) => {
        areas += 1;
        const area = `area ${areas}`;
        for (const location of codes) await register(`${area} ${location}`, area, location);
        const pages = await pagesOf(area, size);
        expect(shownIn(pages).toSorted()).toEqual(codes.toSorted());
        for (const page of pages.slice(0, -1)) expect(page.placed).toHaveLength(size);
        // Locations are in the order of their escaped keys.
        expect(shownIn(pages)).toEqual(shownIn(await pagesOf(area, 100)));
      },
    ),
    { numRuns: runs(40) },
  );
});
