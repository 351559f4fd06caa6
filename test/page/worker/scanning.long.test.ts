// A long test: scans on a bad network, in a browser that is killed, typed as scanners type.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { within } from "#lib/domain/operation.ts";
import { historyOf } from "#lib/store/history.ts";
import { auditTable } from "../../../commands/audit/audit-table.ts";
import { killable } from "../../browser/rig.ts";
import { inChromium } from "../browser.ts";
import type { Label } from "../tours/labels.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import {
  answered,
  count,
  hears,
  holdStorage,
  isInstalled,
  mode,
  placesOf,
  sites,
  worker,
} from "./rig.ts";

inChromium.each(sites)("the worker's page on $name", ({ choice, suffixes }) => {
  // A site may refuse places of goods that its ERP does not know.
  const stage = worker(choice, 200);

  test("keeps 1,000 scans without a network, over a reload and a killed browser, and each is recorded once, in its order", async () => {
    const { goods, shelves } = stage.labels(160);
    // Goods of their own, for other tests scan the first.
    const some = goods.slice(60);
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
    const shelve = async (page: Page, from: number, to: number) => {
      for (const shelf of shelves.slice(from, to)) {
        await put(page, shelf);
        for (const label of some) await put(page, label);
      }
      await page
        .locator('[data-test="waiting"] b', { hasText: new RegExp(`^${to * 100}$`) })
        .waitFor({ timeout: 300_000 });
    };
    await shelve(first.page, 0, 5);
    await first.page.reload();
    await hears(first.page);
    await first.page.locator('[data-test="state"][data-state="offline"]').waitFor();
    // The site's attachments are offered, too.
    await mode(first.page, 2);
    await scan(first.page, some[0] as Label);
    await expect
      .poll(() => first.page.locator(".pick b").allTextContents())
      .toEqual(stage.site().attachment.categories.map(({ label }) => label));
    await mode(first.page, 0);
    await shelve(first.page, 5, 10);
    await first.kill();

    stage.network.fateOf = () => "pass";
    const again = await killable(profile);
    await stage.open(again.page);
    await answered(again.page);
    // The header counts a moment after the storage is empty.
    await expect.poll(() => count(again.page, "waiting"), { timeout: 60_000 }).toBe(0);
    expect(await count(again.page, "refused")).toBe(0);
    const order = shelves.slice(0, 10).map(({ value }) => value);
    for (const label of some) expect(await placesOf(stage.table(), label)).toEqual(order);
    const summary = await auditTable(stage.table(), stage.site(), {
      segments: 1,
      onDifferences: () => {},
    });
    expect(summary.differences).toEqual({});
    await again.kill();
  }, 900_000);

  test("records nothing twice and has nothing refused wrongly while 40 % of the answers are lost", async () => {
    const { goods, boxes } = stage.labels();
    const [box] = boxes;
    let writes = 0;
    stage.network.fateOf = ({ method }) => {
      if (method === "GET") return "pass";
      writes += 1;
      // Two of each five.
      return writes % 5 === 1 || writes % 5 === 3 ? "lose" : "pass";
    };
    const page = await stage.opened();
    await mode(page, 1);
    await scan(page, box);
    for (const label of goods.slice(0, 20)) {
      await scan(page, label);
      await stage.saveFew(page);
      await page.locator(".pad").waitFor({ state: "detached" });
    }
    await page.locator('[data-test="outcome"]', { hasText: goods[19]?.value ?? "" }).waitFor();
    await answered(page);
    for (const label of goods.slice(0, 20)) {
      const history = await historyOf(stage.table(), label.value, within(30_000));
      expect(history.filter(({ event }) => event.kind === "saved")).toHaveLength(1);
    }
    // Without keys the service cannot know a request again: what it refuses then is marked as unsure.
    const keyed = stage.site().extensions.idempotencyKey !== false;
    const refused = await count(page, "refused");
    if (keyed) expect(refused).toBe(0);
    else {
      await page.locator('[data-test="refused"]').click();
      // The browser itself repeats a request on a connection that was cut: a read shows that it is recorded.
      await expect
        .poll(() => page.locator(".no li", { hasText: stage.words().problems.there }).count())
        .toBe(refused);
    }
  });

  test("refuses a swapped pair on the spot, and sends nothing", async () => {
    const { goods, shelves } = stage.labels();
    const page = await stage.opened();
    const before = stage.writes().length;
    await scan(page, goods[0]);
    await shows(page, "wrong-label");
    await scan(page, shelves[0]);
    await page.locator(".sign b", { hasText: shelves[0].value }).waitFor();
    expect(stage.writes().length).toBe(before);
    // Nor later: of the same goods one is sent after the other.
    await scan(page, goods[0]);
    await shows(page, "recorded", goods[0]);
    expect(stage.writes().length).toBe(before + 1);
  });

  test("still shows a wrong label when the device has kept the scan before it", async () => {
    const { goods, boxes, shelves } = stage.labels();
    const page = await stage.opened();
    await scan(page, shelves[0]);
    const before = stage.writes().length;
    const release = await holdStorage(page);
    await scan(page, goods[1]);
    await scan(page, boxes[0]);
    await shows(page, "wrong-label", boxes[0]);
    await release();
    await expect.poll(() => stage.writes().length).toBe(before + 1);
    await answered(page);
    await page
      .locator(".trail [data-outcome=recorded] code", { hasText: goods[1].value })
      .waitFor();
    await shows(page, "wrong-label", boxes[0]);
  });

  test("hears 60 of 60 labels, with clicks all over the page and stalls of 1.5 s inside a label", async () => {
    const { goods, shelves } = stage.labels();
    const shelf = shelves[20] as Label;
    const page = await stage.opened();
    await scan(page, shelf);
    const before = stage.writes().length;
    for (const [at, label] of goods.entries()) {
      // The sign, the band, the list, the header, between labels and inside them.
      const click = () => page.mouse.click(20 + ((at * 53) % 200), 70 + ((at * 97) % 420));
      await click();
      await page.keyboard.type(label.typed.slice(0, 3));
      await click();
      if (at % 20 === 7) await page.waitForTimeout(1_500);
      await page.keyboard.type(label.typed.slice(3));
      await page.keyboard.press(suffixes[at % suffixes.length] ?? "Enter");
    }
    await expect.poll(() => stage.writes().length - before).toBeGreaterThanOrEqual(60);
    await answered(page);
    expect(stage.writes().length - before).toBe(60);
    for (const label of goods)
      expect(await placesOf(stage.table(), label)).toEqual(expect.arrayContaining([shelf.value]));
  });

  test("says that a label came again within 1.5 s, and sends it once; after that it is a new scan", async () => {
    const { goods, shelves } = stage.labels();
    const page = await stage.opened();
    await scan(page, shelves[50] as Label);
    const before = stage.writes().length;
    await page.clock.install();
    // However slowly they are typed, they come at one moment.
    await page.clock.pauseAt(Date.now() + 60_000);
    const release = await holdStorage(page);
    for (let times = 0; times < 3; times += 1) await scan(page, goods[0]);
    await release();
    await page.clock.resume();
    await page.getByText(stage.words().notes.again).waitFor();
    await shows(page, "recorded", goods[0]);
    expect(stage.writes().length - before).toBe(1);
    await page.clock.fastForward(1_600);
    await scan(page, goods[0]);
    await expect.poll(() => stage.writes().length - before).toBe(2);
  });
});
