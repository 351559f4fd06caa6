// The limits hold on an idle machine only.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { quantile } from "../../commands/cli/output.ts";
import { board } from "../../frontend/pages/test/board/rig.ts";
import { inChromium, phone } from "../../frontend/pages/test/browser.ts";
import { onStage } from "../../frontend/pages/test/worker/rig.ts";
import { isInstalled, isReadyToScan, put, shows } from "../../frontend/pages/test/worker/steps.ts";

/** Slows a page's processor down by this factor. `weak`: also its network, to 1.6 Mbit/s and 150 ms. */
const slow = async (page: Page, rate: number, weak = false): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  const bytes = 200_000;
  const network = { latency: 150, downloadThroughput: bytes, uploadThroughput: bytes };
  if (weak) await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
};
const since = (start: number) => Math.round(performance.now() - start);

onStage("the worker's page", "demo", (stage) => {
  test("takes a slow device's first scan within 4 s, later ones within 2 s", async () => {
    const context = await stage.newContext(phone);
    const opened = async () => {
      const page = await context.newPage();
      await slow(page, 6, true);
      const start = performance.now();
      await page.goto(stage.address(), { waitUntil: "commit" });
      await isReadyToScan(page);
      const [shelf] = stage.labels().shelves;
      await put(page, shelf);
      await page.locator(".prompt b", { hasText: shelf.value }).waitFor();
      const ms = since(start);
      await isInstalled(page);
      await page.close();
      return ms;
    };
    const [first, later] = [await opened(), await opened()];
    console.log(
      `first scan: ${first} ms (goal 4,000), with the pages kept ${later} ms (goal 2,000)`,
    );
    expect([first < 4_000, later < 2_000]).toEqual([true, true]);
  });

  test("shows a scan within 120 ms at a quarter of the processor's speed", async () => {
    const page = await stage.newPage(phone);
    const { shelves, goods } = stage.labels();
    await stage.open(page);
    await slow(page, 4);
    await put(page, shelves[0]);
    await page.evaluate(`{
      globalThis.times = [];
      addEventListener("keydown", ({ key }) => {
        const banner = () => document.querySelector("[data-test=outcome]")?.textContent;
        const [start, before] = [performance.now(), banner()];
        const look = () => banner() === before ? requestAnimationFrame(look) : times.push(performance.now() - start);
        if (key === "Enter") requestAnimationFrame(look);
      }, true);
    }`);
    for (const label of goods) {
      await put(page, label);
      await shows(page, "recorded", label);
    }
    const times = await page.evaluate<number[]>("times");
    const [half, most] = [quantile(times), quantile(times, 0.99)].map(Math.round);
    console.log(`a scan is shown after ${half} ms (goal 120), 99 of 100 after ${most} ms`);
    expect(half).toBeLessThanOrEqual(120);
  });
});

inChromium("the board", () => {
  const stage = board("demo");

  test("shows a warehouse of 5,000 goods within 500 ms, by at most five requests", async () => {
    const { goods, shelves } = stage.labels(5_000);
    const zongpais = goods.map(({ value }) => value);
    const place = async (from: number): Promise<void> => {
      for (let at = from; at < zongpais.length; at += 8)
        await stage.save("post-trace-location", {
          zongpai: zongpais[at] ?? "",
          ...(at < 20 ? { off_shelf: true } : { location: shelves[at % 200]?.value }),
        });
    };
    await Promise.all(Array.from({ length: 8 }, (_, from) => place(from)));
    const page = await stage.newPage();
    await stage.open(page);
    await page.close();
    const again = await stage.newPage();
    stage.requests.splice(0);
    const start = performance.now();
    await stage.open(again);
    const ms = since(start);
    console.log(`5,000 goods on the board: ${ms} ms (goal 500), ${stage.asked().length} requests`);
    expect([stage.asked().length <= 5, ms < 500]).toEqual([true, true]);
  });
});
