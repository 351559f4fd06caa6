// A long test: a device whose storage is full.
import type { CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { inChromium } from "../browser.ts";
import type { Label } from "../tours/labels.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { answered, count, isInstalled, placesOf, sites, worker } from "./rig.ts";

/** In the page: the sounds and vibrations of the last outcome. */
const spy =
  "globalThis.shakes = []; navigator.vibrate = (pattern) => shakes.push(pattern.join(' '));";

inChromium.each(sites)("the worker's page of $name on a device that is full", ({ choice }) => {
  // A site may refuse places of goods that its ERP does not know.
  const stage = worker(choice, 60);

  /** Gives the browser fewer bytes than it uses, or as many as it likes. */
  const quota = (devtools: CDPSession, quotaSize?: number) =>
    devtools.send("Storage.overrideQuotaForOrigin", { origin: stage.origin(), quotaSize });
  const notKept = ({ value }: Label, page: Page) =>
    page
      .locator('[data-test="outcome"][data-outcome="refused"]', {
        hasText: stage.words().outcomes.notKept,
      })
      .getByText(value)
      .waitFor();

  test("takes no scan, says so aloud until there is space, loses nothing of what was kept, and goes on", async () => {
    const { goods, shelves } = stage.labels();
    const [first, second, third, fourth, fifth] = goods;
    const page = await stage.opened((page) => page.addInitScript(spy));
    const context = page.context();
    await isInstalled(page);
    const devtools = await context.newCDPSession(page);
    await context.setOffline(true);
    await scan(page, shelves[0]);
    for (const label of [first, second]) {
      await scan(page, label);
      await shows(page, "kept", label);
    }
    await quota(devtools, 1_000);
    // For half a minute Chromium believes what it knew of the quota.
    await page.waitForTimeout(31_000);
    for (const label of [third, fourth]) {
      await page.evaluate("shakes.length = 0");
      await scan(page, label);
      await notKept(label, page);
      expect(await page.evaluate("shakes")).toEqual(["300 100 300 100 300"]);
      await page.locator('[data-test="next"]', { hasText: stage.words().next.stop }).waitFor();
    }
    await expect.poll(() => count(page, "waiting")).toBe(2);
    // What was kept goes out all the same, and then the page asks for the scan again.
    await context.setOffline(false);
    await answered(page);
    await page.locator('[data-test="next"]', { hasText: stage.words().next.goods }).waitFor();
    await page.getByText(stage.words().wasFull.replace("{goods}", fourth.value)).waitFor();
    await quota(devtools);
    for (const label of [third, fifth]) {
      await scan(page, label);
      await shows(page, "recorded", label);
    }
    const places = await Promise.all(
      [first, second, third, fourth, fifth].map((label) => placesOf(stage.table(), label)),
    );
    const there = [shelves[0].value];
    expect(places).toEqual([there, there, there, [], there]);
    expect(await count(page, "refused")).toBe(0);
  });
});
