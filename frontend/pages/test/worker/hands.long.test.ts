import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { installClock } from "../browser.ts";
import { onStage } from "./rig.ts";
import {
  inHand,
  isReadyToScan,
  keptBy,
  type Label,
  mode,
  put,
  reload,
  scan,
  scanned,
  shelve,
  shows,
  tap,
} from "./steps.ts";

onStage("what is in hand on the worker's page", "demo", (stage) => {
  /** Nothing is in hand in this mode. */
  const isEmpty = async (page: Page, at: number) => {
    await mode(page, at);
    await page.locator(".prompt.whole").waitFor();
    expect(await page.locator(".prompt .held code").count()).toBe(0);
  };

  test("stays for each mode while boxing and shelving take turns", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [one, two, three, four] = goods;
    const [[box], [shelf]] = [boxes, shelves];
    const save = async (label: Label) => {
      await scan(page, label);
      await tap(page, "save");
      await shows(page, "recorded", label, box);
    };
    await shelve(page, shelf, "recorded", one);
    await mode(page, 1);
    await scan(page, box);
    await save(one);
    await mode(page, 0);
    await scanned(page, "recorded", two, shelf);
    await mode(page, 1);
    await save(two);
    await mode(page, 2);
    await scan(page, three);
    await page.locator(".picks, .found").waitFor();
    await mode(page, 1);
    await page.locator(".line", { hasText: two.value }).waitFor();
    await save(three);
    await mode(page, 0);
    await scanned(page, "recorded", four, shelf);
    await mode(page, 2);
    await inHand(page, three);
  });

  test("is put down in its own mode alone", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [[one], [box], [shelf]] = [goods, boxes, shelves];
    await scan(page, shelf);
    await mode(page, 1);
    await scan(page, box);
    await mode(page, 2);
    await scan(page, one);
    await page.locator(".prompt .btn").first().click();
    await mode(page, 1);
    await inHand(page, box);
    await page.locator(".prompt .btn").click();
    await mode(page, 0);
    await inHand(page, shelf);
    await isEmpty(page, 1);
    await isEmpty(page, 2);
  });

  test("comes back after a look-up, the refused list, a check and the device's back", async () => {
    const { page, boxes, shelves } = await stage.opened();
    const [[box], [shelf, other]] = [boxes, shelves];
    await scan(page, shelf);
    await mode(page, 1);
    await scan(page, box);
    await mode(page, 3);
    await scan(page, other);
    await page.locator(".found .offers [data-test=act]").click();
    await tap(page, "check");
    await page.locator(".acts .main").click();
    await inHand(page, box);
    await tap(page, "refused");
    await mode(page, 0);
    await inHand(page, shelf);
    await mode(page, 3);
    await page.goBack();
    await inHand(page, shelf);
    await mode(page, 1);
    await inHand(page, box);
  });

  test("stays for each mode over a reload", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    await put(page, shelves[0]);
    await mode(page, 1);
    await put(page, boxes[0]);
    await mode(page, 2);
    await put(page, goods[0]);
    await inHand(page, goods[0]);
    await expect.poll(() => keptBy(page)).toContain(goods[0].value);
    await reload(page);
    await isReadyToScan(page);
    await inHand(page, goods[0]);
    await mode(page, 0);
    await inHand(page, shelves[0]);
    await mode(page, 1);
    await inHand(page, boxes[0]);
  });

  test("is empty in each mode after four hours without a scan", async () => {
    const { page, boxes, shelves } = await stage.opened({ prepare: installClock });
    const [[box], [shelf]] = [boxes, shelves];
    await scan(page, shelf);
    await mode(page, 1);
    await scan(page, box);
    await page.clock.fastForward("03:00:00");
    await mode(page, 0);
    await inHand(page, shelf);
    await scan(page, shelf);
    await page.clock.fastForward("05:00:00");
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
    await page.locator(".prompt .name").waitFor();
    await isEmpty(page, 0);
    await isEmpty(page, 1);
  });

  test.each(["number", "check"])("stays after four hours while a %s is not done", async (what) => {
    const { page, boxes, shelves } = await stage.opened({ prepare: installClock });
    const [[box], [shelf, other]] = [boxes, shelves];
    const [one] = stage.labels().goods;
    await scan(page, shelf);
    await mode(page, 1);
    await scan(page, box);
    if (what === "number") await scan(page, one);
    else {
      await mode(page, 3);
      await scan(page, other);
      await page.locator(".found .offers [data-test=act]").click();
      await inHand(page, other);
    }
    await page.clock.fastForward("05:00:00");
    if (what === "number") {
      await scan(page, shelf);
      await shows(page, "wrong-label", shelf);
      await tap(page, "save");
      await shows(page, "recorded", one, box);
    } else {
      await inHand(page, other);
      await tap(page, "check");
      await page.locator(".acts .main").click();
      await isEmpty(page, 1);
    }
    await isEmpty(page, 0);
  });

  test.each([
    ["a phone", { width: 360, height: 640 }],
    ["a phone with text at 200 %", { width: 180, height: 320 }],
    ["a wide screen", { width: 1_280, height: 800 }],
  ])("is in view again after the end of the refused list, on %s", async (_, viewport) => {
    const { page, boxes, unknown } = await stage.opened();
    const [box] = boxes;
    const { goods } = stage.labels(20);
    for (const { value: zongpai } of goods)
      await stage.save("post-box", { box_no: box.value, zongpai, quantity: 1 });
    await mode(page, 1);
    await scan(page, box);
    for (let refused = 1; refused <= 8; refused += 1) {
      await scan(page, unknown);
      await tap(page, "save");
      await page.locator('[data-test="refused"] b', { hasText: `${refused}` }).waitFor();
    }
    await page.setViewportSize(viewport);
    await tap(page, "refused");
    const all = page.locator(".no > .btn");
    await all.scrollIntoViewIfNeeded();
    await all.click();
    await inHand(page, box);
    await page.locator(".line", { hasText: goods[19]?.value }).waitFor();
    const { y = -1 } = (await page.locator(".prompt").boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
  });
});
