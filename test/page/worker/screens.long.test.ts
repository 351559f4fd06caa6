// A long test: every screen of the worker's page in Chromium, in both themes.
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { inChromium, phone, picture, violations } from "../browser.ts";
import { workerScreens } from "../tours/worker-tour.ts";
import { sites, worker } from "./rig.ts";

/** What a finger may miss: controls that are smaller than 48 px each way. The scanner's field is out of sight beside the list of refusals. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("button, input, a")].filter((one) => one.checkVisibility() && !one.closest(".hide")).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width < 48 || height < 48 ? [one.outerHTML.slice(0, 80) + " " + width + " x " + height] : [];
  })`);

/** What lies outside the screen, or is wider than it: header, the thumb's row, the number pad. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll(".head, .foot, .pad, .pad .btn")].flatMap((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5 ? [one.outerHTML.slice(0, 80)] : [];
  }).concat(document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : [])`);

type Look = (page: Page, screen: string) => Promise<readonly string[]>;

inChromium.each(sites)("the screens of the worker's page on $name", ({ name, choice }) => {
  const stage = worker(choice);

  /** What is wrong on which screen. */
  const tour = async (options: Parameters<Browser["newContext"]>[0], look: Look) => {
    const page = await stage.newPage(options);
    await stage.open(page);
    const found: Record<string, readonly string[]> = {};
    let screens = 0;
    for await (const screen of workerScreens({
      page,
      labels: stage.tourLabels(),
      offline: (off) => page.context().setOffline(off),
      configure: stage.configure,
    })) {
      const faults = await look(page, screen);
      if (faults.length > 0) found[screen] = faults;
      screens += 1;
    }
    expect(screens).toBeGreaterThan(20);
    return found;
  };

  test.each(["light", "dark"] as const)(
    "fit a phone of 360 × 640, have targets of 48 px and nothing that axe finds (%s)",
    async (colorScheme) => {
      const found = await tour({ ...phone, colorScheme }, async (page, screen) => {
        await picture(page, `${name}-${screen}-${colorScheme}`);
        return [...(await violations(page)), ...(await small(page)), ...(await outside(page))];
      });
      expect(found).toEqual({});
    },
  );

  test("can be enlarged to 200 % without scrolling sideways", async () => {
    // Twice as large is half as many pixels of CSS.
    const found = await tour({ ...phone, deviceScaleFactor: 2 }, async (page) => {
      await page.setViewportSize({ width: 320, height: 320 });
      const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      await page.setViewportSize(phone.viewport);
      return Number(wide) > 0 ? [`${wide} px too wide`] : [];
    });
    expect(found).toEqual({});
  });

  test("fill a desk's screen, and axe finds nothing there", async () => {
    const found = await tour(
      { viewport: { width: 1_280, height: 800 }, colorScheme: "light" },
      async (page) => [...(await violations(page)), ...(await outside(page))],
    );
    expect(found).toEqual({});
  });
});
