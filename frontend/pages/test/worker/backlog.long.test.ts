import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { onStage } from "./rig.ts";
import {
  answered,
  forgetSeen,
  isInstalled,
  isReadyToScan,
  mode,
  nothingWaits,
  offline,
  online,
  put,
  reload,
  saveFew,
  scan,
  seenBy,
  shelve,
  shows,
} from "./steps.ts";

onStage("when the network comes back, the worker's page on demo", "demo", (stage) => {
  /** Three goods on a shelf wait in a page without a network. */
  const backlog = async () => {
    const opened = await stage.opened();
    const { page, goods, shelves } = opened;
    await isInstalled(page);
    await offline(page);
    await shelve(page, shelves[0], "kept", ...goods.slice(0, 3));
    return opened;
  };
  const restart = async (page: Page, count = 3) => {
    stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
    await reload(page);
    await isReadyToScan(page);
    await page.locator(".banner[data-outcome=kept]", { hasText: `${count}` }).waitFor();
  };
  const comesBack = async (page: Page) => {
    await forgetSeen(page);
    stage.network.fateOf = () => undefined;
    await online(page);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await nothingWaits(page);
    await answered(page);
  };
  const says = (page: Page, text: string) =>
    page.locator(".banner[data-outcome=recorded] .word").getByText(text, { exact: true }).waitFor();

  test("ticks once and says how many were recorded, also after a restart", async () => {
    const { page, goods, shelves } = await backlog();
    await restart(page);
    await comesBack(page);
    await says(page, "3 recorded");
    expect((await seenBy(page)).tones).toEqual(["sine 1320"]);
    // The next scan takes the banner.
    await mode(page, 0);
    await shelve(page, shelves[0], "recorded", goods[3]);
    expect((await seenBy(page)).tones.at(-1)).toBe("sine 1320");
  });

  test("counts more scans than it lists", async () => {
    const { page } = await backlog();
    const more = stage.labels(80).goods.slice(10);
    for (const label of more) await put(page, label);
    await page.locator('[data-test="waiting"] b', { hasText: /^73$/ }).waitFor();
    await restart(page, 73);
    await comesBack(page);
    await says(page, "73 recorded");
  });

  test("ticks once, and leaves the banner to the newest scan", async () => {
    const { page, goods, shelves } = await backlog();
    await comesBack(page);
    await shows(page, "recorded", goods[2], shelves[0]);
    await page.locator(".banner").getByText("3 recorded").waitFor();
    expect((await seenBy(page)).tones).toEqual(["sine 1320"]);
  });

  test("says how many were recorded where the banner is empty", async () => {
    const { page } = await backlog();
    await mode(page, 1);
    await comesBack(page);
    await says(page, "3 recorded");
  });

  test("makes no sound for a single late answer", async () => {
    const { page, goods, shelves } = await stage.opened();
    await offline(page);
    await shelve(page, shelves[0], "kept", goods[0]);
    await comesBack(page);
    await shows(page, "recorded", goods[0]);
    expect((await seenBy(page)).tones).toEqual([]);
  });

  test("leaves the banner and the sound to a refused scan", async () => {
    const { page, boxes, unknown } = await backlog();
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, unknown);
    await saveFew(page);
    await shows(page, "kept", unknown);
    await comesBack(page);
    await shows(page, "refused", unknown);
    const { tones } = await seenBy(page);
    expect(tones.filter((tone) => tone === "square 220")).toHaveLength(3);
    expect(await page.locator(".banner .word").textContent()).toBe("Refused");
  });
});
