import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { inChromium } from "../browser.ts";
import { sites } from "../worker/rig.ts";
import { board, find } from "./rig.ts";
import { fill } from "./tour.ts";

inChromium.each(sites)("the keys of the board of $name", ({ choice }) => {
  const stage = board(choice);
  beforeAll(() => fill(stage));
  const panel = "[data-test=act-panel]";
  const quick = { delay: 5 };
  const hand = { delay: 200 };
  /** A key that follows another one faster is a scanner's. */
  const pause = (page: Page) => page.waitForTimeout(300);

  /** Page script: how visible the first key of a row is. */
  const shownOpacity =
    "getComputedStyle(document.querySelector('.found tbody td.keys .act')).opacity";

  const atBox = async (options = {}) => {
    const page = await stage.newPage({ viewport: { width: 1_280, height: 800 }, ...options });
    await stage.open(page);
    await find(page, stage.labels().boxes[0]);
    await page.locator(".found tbody tr").first().waitFor();
    await pause(page);
    return page;
  };

  test("a letter presses the key of the row with the focus", async () => {
    const page = await atBox();
    await page.locator(".found tbody a").first().press("s", hand);
    await page.locator(`${panel} input.n`).waitFor();
    // A field has the focus now: the letter is text.
    await page.keyboard.press("m", hand);
    expect(await page.locator(panel).count()).toBe(1);
    expect(await page.locator(`${panel} input.n`).inputValue()).toBe("m");
  });

  test("a letter of a scanned label presses nothing", async () => {
    const page = await atBox();
    await page.locator(".found tbody a").first().focus();
    await page.keyboard.type("smtsmt", quick);
    await page.keyboard.press("Shift+M", hand);
    await expect(page.locator(panel).waitFor({ timeout: 1_000 })).rejects.toThrow("Timeout");
  });

  test("a letter presses a key of the result while nothing has the focus", async () => {
    const page = await atBox();
    await page.getByTestId("search").blur();
    await page.keyboard.press("m", hand);
    await page.locator(panel).waitFor({ timeout: 20_000 });
  });

  test("the first stop of Tab leads to the result, where letters press its keys", async () => {
    const page = await atBox();
    // Before the search, which has the focus, is only the link to the first view.
    for (const _ of [1, 2]) await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate("document.activeElement.dataset.test")).toBe("skip");
    await page.keyboard.press("Enter");
    await pause(page);
    await page.keyboard.press("m", hand);
    await page.locator(panel).waitFor({ timeout: 20_000 });
  });

  test("the keys of a row show where the pointer, the focus or a finger is", async () => {
    const page = await atBox();
    const key = page.locator(".found tbody td.keys .act").first();
    const opacity = () => page.evaluate(shownOpacity);
    await page.mouse.move(0, 0);
    expect(await opacity()).toBe("0");
    await page.locator(".found tbody tr").first().hover();
    expect(await opacity()).toBe("1");
    await page.mouse.move(0, 0);
    await key.focus();
    expect(await opacity()).toBe("1");
    const tablet = await atBox({ hasTouch: true, isMobile: true });
    expect(await tablet.evaluate(shownOpacity)).toBe("1");
  });

  test("a box of 20 goods fits a screen of 1280 by 800", async () => {
    const few = stage.site().formats.quantity.least;
    const box_no = stage.labels().boxes[3]?.value;
    for (const { value: zongpai } of stage.labels().goods.slice(0, 20))
      await stage.save("post-box", { box_no, zongpai, quantity: few });
    const page = await stage.newPage({ viewport: { width: 1_280, height: 800 } });
    await stage.open(page);
    await find(page, { typed: box_no ?? "" });
    const rows = page.locator(".found tbody tr:not(.sub)");
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(15);
    const bottom = await rows.last().evaluate((row) => row.getBoundingClientRect().bottom);
    const count = await rows.count();
    const sub = await page.locator(".found tbody tr.sub").count();
    expect(bottom - 22 * sub, `${count} rows`).toBeLessThanOrEqual(800);
  });
});
