// A long test: both pages from http:// by a name that is not localhost, where a browser has no service worker, no lock and no camera.
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { inChromium, phone } from "./browser.ts";
import { find } from "./tours/board-tour.ts";
import type { Label } from "./tours/labels.ts";
import { scan, shows } from "./tours/worker-tour.ts";
import { answered, count, mode, placesOf, sites, worker } from "./worker/rig.ts";

inChromium.each(sites)("the pages of $name from http:// beyond localhost", ({ choice }) => {
  // A site may refuse places of goods that its ERP does not know.
  const stage = worker(choice, 60);
  const address = () => stage.address().replace("127.0.0.1", "warehouse.test");
  let context: BrowserContext;
  beforeEach(async () => {
    context = await stage.newContext(phone);
  });
  const opened = async (): Promise<Page> => {
    const page = await context.newPage();
    await stage.open(page, address());
    return page;
  };

  test("say in the site's words that scans are kept less safely, offer no camera, record and find", async () => {
    const { goods, shelves } = stage.tourLabels();
    const page = await opened();
    expect(
      await page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]"),
    ).toEqual([false, false, false]);
    await page.getByText(stage.words().notes.plainHttp).waitFor();
    expect(await page.locator(".acts .btn").count()).toBe(2);
    await mode(page, 1);
    expect(await page.locator(".acts .btn").count()).toBe(1);
    await mode(page, 0);
    await scan(page, shelves[0]);
    await scan(page, goods[0]);
    await shows(page, "recorded", goods[0]);
    expect(await placesOf(stage.table(), goods[0])).toEqual([shelves[0].value]);
    // The board finds the same goods.
    await page.goto(address().replace(/worker$/, "board"));
    await find(page, goods[0]);
    await page.locator(".facts", { hasText: shelves[0].value }).waitFor();
  });

  test("have two tabs scan, send each scan once, and the one goes on with what the other had kept", async () => {
    const { goods, shelves } = stage.labels();
    const [first, second] = [await opened(), await opened()];
    const before = stage.writes().length;
    for (const [at, page] of [first, second].entries()) await scan(page, shelves[10 + at] as Label);
    for (let at = 20; at < 40; at += 2) {
      await scan(first, goods[at] as Label);
      await scan(second, goods[at + 1] as Label);
    }
    await expect.poll(() => stage.writes().length - before).toBe(20);
    await answered(second);
    await context.setOffline(true);
    for (let at = 40; at < 46; at += 1) await scan(first, goods[at] as Label);
    await expect.poll(() => count(second, "waiting")).toBe(6);
    await first.close();
    await context.setOffline(false);
    await answered(second);
    expect(stage.writes().length - before).toBe(26);
    for (let at = 20; at < 46; at += 1)
      expect(await placesOf(stage.table(), goods[at] as Label)).toEqual([
        shelves[at < 40 ? 10 + (at % 2) : 10]?.value,
      ]);
    expect(await count(second, "refused")).toBe(0);
  });
});
