// A long test: 5,000 goods are registered.
import { beforeAll, expect, test } from "vitest";
import { alike } from "#lib/site/alike.ts";
import { locationStore } from "#lib/store/locations.ts";
import { bestOf } from "../../support/best-of.ts";
import { anOperation } from "../../support/operation.ts";
import { inChromium } from "../browser.ts";
import { sites } from "../worker/rig.ts";
import { board } from "./rig.ts";

inChromium.each(sites)(
  "the board of $name with 5,000 goods, 20 of them off shelf",
  ({ name, choice }) => {
    const stage = board(choice);
    beforeAll(async () => {
      const site = stage.site();
      const store = locationStore(stage.table(), site);
      const shelves = alike(site.formats.location, 60);
      const goods = alike(site.formats.zongpai, 5_000);
      const register = (zongpai: string, at: number) => {
        const location = shelves[at % shelves.length] ?? "";
        const area = site.location.area.exec(location)?.[1] ?? location;
        const place = at < 20 ? { off_shelf: true } : { off_shelf: false, location, area };
        return store.register(
          { zongpai, at: Date.now() - at * 7_200_000, ...place },
          anOperation(zongpai),
        );
      };
      for (let from = 0; from < goods.length; from += 50)
        await Promise.all(goods.slice(from, from + 50).map((one, at) => register(one, from + at)));
    }, 400_000);

    test("asks for its first screen in at most 5 requests, and has what is off the shelf from one of them within 500 ms", async () => {
      const page = await stage.newPage();
      const took = await bestOf(500, async () => {
        stage.forgetAsked();
        await stage.open(page);
        await page.waitForTimeout(500);
        const asked = stage.asked();
        const queue = asked.filter(({ path }) => path.endsWith("=true"));
        expect(asked.length).toBeLessThanOrEqual(5);
        expect(queue).toHaveLength(1);
        return page.evaluate<number>(
          `performance.getEntriesByName(new URL("${queue[0]?.path}", location).href)[0].duration`,
        );
      });
      console.log(
        `${name}: ${stage.asked().length} requests; off the shelf after ${took.map(Math.round).join(", ")} ms`,
      );
      expect(Math.min(...took)).toBeLessThanOrEqual(500);
      const rows = page.locator("table[data-test=off-shelf] td:first-child");
      await expect.poll(() => rows.count()).toBe(Math.min(20, stage.site().overview.pageSize));
    });
  },
);
