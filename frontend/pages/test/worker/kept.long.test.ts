// 200 scans in a browser that is killed; 1,000 in the slow test.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { auditTable } from "../../../../commands/audit/audit-table.ts";
import { fewOf } from "../../../../test/support/runs.ts";
import { closeAfterTest, launching, patiently } from "../browser.ts";
import { onSites } from "./rig.ts";
import {
  answered,
  count,
  inHand,
  isInstalled,
  isReadyToScan,
  keepsWork,
  mode,
  nothingWaits,
  offline,
  online,
  put,
  reload,
  scan,
  tap,
} from "./steps.ts";

/** A page in a browser that the test can kill, as an empty battery would. Its profile survives. */
const killable = async (profile: string) => {
  const context = await chromium.launchPersistentContext(profile, launching());
  closeAfterTest(context);
  const page = await (await patiently(context)).newPage();
  const kill = async () => {
    const devtools = await context.newCDPSession(page);
    const ended = context.waitForEvent("close");
    // The killed browser never answers.
    devtools.send("Browser.crash").catch(() => {});
    await ended;
  };
  return { page, kill };
};

onSites("the worker's page on", (stage) => {
  test("keeps scans and an unsaved number through a reload and a killed browser", async () => {
    const { boxes, shelves } = stage.labels();
    // A site may refuse places of goods that its ERP does not know.
    const { goods } = stage.labels(20);
    const profile = mkdtempSync(join(tmpdir(), "worker-"));
    onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
    const { page, kill } = await killable(profile);
    await stage.open(page);
    await isInstalled(page);
    stage.network.fateOf = () => "drop";
    await offline(page);
    const order = fewOf(
      shelves.slice(0, 50),
      Array.from({ length: 10 }, (_, at) => at),
    );
    const shelve = async (from: number, to: number) => {
      for (const shelf of order.slice(from, to)) {
        await put(page, shelf);
        for (const label of goods) await put(page, label);
      }
      await page
        .locator('[data-test="waiting"] b', { hasText: new RegExp(`^${to * 20}$`) })
        .waitFor();
    };
    const isAsked = async (on: Page) => {
      await on.getByTestId("count").filter({ hasText: "3" }).waitFor();
      for (const label of [boxes[0], goods[0]]) await inHand(on, label);
    };
    const ask = async () => {
      await mode(page, 1);
      await scan(page, boxes[0]);
      await scan(page, goods[0]);
      await page.locator(".pad .btn").nth(2).click();
      await isAsked(page);
    };
    await shelve(0, order.length / 2);
    await ask();
    await reload(page);
    await isReadyToScan(page);
    await isAsked(page);
    await page.keyboard.press("Shift");
    await page.goBack();
    await page.locator(".pad").waitFor({ state: "detached" });
    await inHand(page, boxes[0]);
    // Some versions of Chromium forget after a load that the page is offline.
    await online(page);
    await offline(page);
    // The site's attachments are offered offline, too.
    await mode(page, 2);
    await scan(page, goods[0]);
    await expect
      .poll(() => page.locator(".pick b").allTextContents())
      .toEqual(stage.site().attachment.categories.map(({ label }) => label));
    await mode(page, 0);
    await shelve(order.length / 2, order.length);
    await ask();
    await keepsWork(page);
    await kill();

    stage.network.fateOf = () => undefined;
    const again = await killable(profile);
    await stage.open(again.page);
    await isAsked(again.page);
    await answered(again.page);
    await nothingWaits(again.page);
    expect(await count(again.page, "refused")).toBe(0);
    await tap(again.page, "back");
    await mode(again.page, 0);
    await inHand(again.page, order.at(-1) ?? shelves[0]);
    const places = order.map(({ value }) => value);
    for (const label of goods) expect(await stage.placesOf(label)).toEqual(places);
    const { differences } = await auditTable(stage.table(), stage.site(), {
      segments: 1,
      onDifferences: () => {},
    });
    expect(differences).toEqual({});
  });
});
