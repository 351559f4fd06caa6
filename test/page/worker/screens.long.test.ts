// A long test: every screen of the worker's page in Chromium, in both themes.
import { tmpdir } from "node:os";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { chromiumFile, openBrowser } from "../browser.ts";
import { workerScreens } from "../tours/worker-tour.ts";
import { hears, sites, worker } from "./rig.ts";

const file = chromiumFile();

/** What axe finds against WCAG 2.0 to 2.2, AA, as lines. */
const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html.slice(0, 160)).join(" | ")))`,
  );
};

/** What a finger may miss: controls that are smaller than 48 px each way. Where the list of the refused stands, the scanner's field is out of sight. */
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

describe.skipIf(file === undefined).each(sites)(
  "the screens of the worker's page on $name",
  ({ choice }) => {
    const stage = worker(choice);
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser(file ?? "");
    });
    afterAll(() => browser?.close());

    const tour = async (
      options: Parameters<Browser["newContext"]>[0],
      look: (page: Page, screen: string) => Promise<void>,
    ) => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(stage.address());
      await hears(page);
      const screens: string[] = [];
      const going = {
        page,
        labels: stage.tourLabels(),
        offline: (off: boolean) => context.setOffline(off),
        configure: stage.configure,
      };
      for await (const screen of workerScreens(going)) {
        screens.push(screen);
        await look(page, screen);
      }
      await context.close();
      return screens;
    };

    test.each(["light", "dark"] as const)(
      "fit a phone of 360 × 640, have targets of 48 px and nothing that axe finds (%s)",
      async (colorScheme) => {
        const found: Record<string, string[]> = {};
        const screens = await tour(
          { viewport: { width: 360, height: 640 }, colorScheme },
          async (page, screen) => {
            const faults = [
              ...(await violations(page)),
              ...(await small(page)),
              ...(await outside(page)),
            ];
            if (faults.length > 0) found[screen] = faults;
          },
        );
        console.log(
          `${screens.length} screens, ${colorScheme}: ${Object.keys(found).length} with faults`,
        );
        expect(found).toEqual({});
        expect(screens.length).toBeGreaterThan(20);
      },
    );

    test("can be enlarged to 200 % without scrolling sideways", async () => {
      const found: Record<string, string[]> = {};
      // Twice as large is half as many pixels of CSS.
      await tour(
        { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 },
        async (page, screen) => {
          await page.setViewportSize({ width: 320, height: 320 });
          const wide = await page.evaluate<number>(
            "document.documentElement.scrollWidth - innerWidth",
          );
          if (wide > 0) found[screen] = [`${wide} px too wide`];
          await page.setViewportSize({ width: 360, height: 640 });
        },
      );
      expect(found).toEqual({});
    });

    test("fill a desk's screen, and axe finds nothing there", async () => {
      const found: Record<string, string[]> = {};
      await tour(
        { viewport: { width: 1_280, height: 800 }, colorScheme: "light" },
        async (page, screen) => {
          const faults = [...(await violations(page)), ...(await outside(page))];
          if (faults.length > 0) found[screen] = faults;
        },
      );
      expect(found).toEqual({});
    });
  },
);

test.skipIf(file === undefined)(
  "npm run screens ends, and closes its browser, when it cannot begin",
  async () => {
    const { status, told } = await runCommand("screens", ["--out", tmpdir(), "--site", "nowhere"], {
      CHROMIUM: file,
    });
    expect([status, told]).toEqual([2, expect.stringContaining('There is no site "nowhere"')]);
  },
);
