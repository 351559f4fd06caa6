// A long test: 200 scans in a browser that is killed; in a slow one they are 1,000.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { auditTable } from "../../../commands/audit/audit-table.ts";
import { killable } from "../../browser/rig.ts";
import { fewOf } from "../../support/runs.ts";
import { inChromium } from "../browser.ts";
import type { Label } from "../tours/labels.ts";
import { scan } from "../tours/worker-tour.ts";
import { answered, count, hears, isInstalled, mode, placesOf, sites, worker } from "./rig.ts";

inChromium.each(sites)("the worker's page on $name", ({ choice }) => {
  // A site may refuse places of goods that its ERP does not know.
  const stage = worker(choice, 100);

  test("keeps scans without a network, over a reload and a killed browser, and each is recorded once, in its order", async () => {
    const { goods, shelves } = stage.labels(100);
    const profile = mkdtempSync(join(tmpdir(), "worker-"));
    onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
    const first = await killable(profile);
    await stage.open(first.page);
    await isInstalled(first.page);
    stage.network.fateOf = () => "cut";
    await first.page.context().setOffline(true);
    // As a scanner does that types a label at once; each character of it is for the other tests.
    const put = async (page: Page, { typed }: Label) => {
      await page.keyboard.insertText(typed);
      await page.keyboard.press("Enter");
    };
    const order = fewOf(shelves.slice(0, 10), [0, 1]);
    const shelve = async (page: Page, from: number, to: number) => {
      for (const shelf of order.slice(from, to)) {
        await put(page, shelf);
        for (const label of goods) await put(page, label);
      }
      await page
        .locator('[data-test="waiting"] b', { hasText: new RegExp(`^${to * 100}$`) })
        .waitFor();
    };
    await shelve(first.page, 0, order.length / 2);
    await first.page.reload();
    await hears(first.page);
    // A page that is loaded forgets it in some versions of Chromium.
    for (const off of [false, true]) await first.page.context().setOffline(off);
    await first.page.locator('[data-test="state"][data-state="offline"]').waitFor();
    // The site's attachments are offered, too.
    await mode(first.page, 2);
    await scan(first.page, goods[0]);
    await expect
      .poll(() => first.page.locator(".pick b").allTextContents())
      .toEqual(stage.site().attachment.categories.map(({ label }) => label));
    await mode(first.page, 0);
    await shelve(first.page, order.length / 2, order.length);
    await first.kill();

    stage.network.fateOf = () => "pass";
    const again = await killable(profile);
    await stage.open(again.page);
    await answered(again.page);
    // The header counts a moment after the storage is empty.
    await expect.poll(() => count(again.page, "waiting")).toBe(0);
    expect(await count(again.page, "refused")).toBe(0);
    const places = order.map(({ value }) => value);
    for (const label of goods) expect(await placesOf(stage.table(), label)).toEqual(places);
    const summary = await auditTable(stage.table(), stage.site(), {
      segments: 1,
      onDifferences: () => {},
    });
    expect(summary.differences).toEqual({});
    await again.kill();
  });
});
