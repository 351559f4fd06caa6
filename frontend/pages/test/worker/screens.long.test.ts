import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { faults, phone, picture, sideways } from "../browser.ts";
import { onSites, onStage } from "./rig.ts";
import { mode, scan, shelve, shows, showsLate, tap, touch } from "./steps.ts";
import { workerScreens } from "./tour.ts";

/** Parts that are outside the screen: by default header, bottom row and number pad. Also says if the page scrolls sideways. */
const outside = async (page: Page, parts = ".head, .foot, .pad, .pad .btn"): Promise<string[]> => [
  ...(await sideways(page)),
  ...(await page.evaluate<string[]>(`[...document.querySelectorAll("${parts}")].flatMap((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const foot = one.closest("main") && document.querySelector(".foot")?.getBoundingClientRect().top;
    return top < 0 || left < 0 || bottom > Math.min(innerHeight, foot ?? innerHeight) + 0.5 || right > innerWidth + 0.5 ? [one.outerHTML.slice(0, 80)] : [];
  })`)),
];

/** Faults at 200 % zoom, which halves a phone's CSS pixels, in landscape, and with larger text. */
const turned = async (page: Page): Promise<string[]> => {
  await page.setViewportSize({ width: 180, height: 320 });
  const wide = await sideways(page);
  await page.setViewportSize({ width: 640, height: 360 });
  const low = await outside(page);
  // As with text at 130 %. There a number pad with decimals may scroll below the key that saves.
  await page.setViewportSize({ width: 277, height: 492 });
  const large = (await outside(page)).filter((one) => !/<fieldset|<button(?!.* save)/.test(one));
  await page.setViewportSize(phone.viewport);
  return [...wide, ...low, ...large];
};

/** The keys of the number and the header that another element covers, even after scrolling to them. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("main button, .head button")].filter((key) => {
    key.scrollIntoView({ block: "nearest" });
    const { top, bottom, left, right } = key.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [x, top + 3], [x, bottom - 3], [left + 3, y], [right - 3, y]];
    return points.some((point) => !key.contains(document.elementFromPoint(...point)));
  }).map(({ textContent }) => textContent)`);

/** Width and height of a phone's screen in CSS pixels, which zoom at 200 % halves, and the text size in percent. */
const phones = [
  [360, 640, 100],
  [360, 640, 130],
  [360, 640, 150],
  [360, 640, 200],
  [277, 492, 100],
  [240, 427, 100],
  [180, 320, 100],
  [640, 360, 100],
] as const;

/** Faults of the number on these screens: covered keys, small keys and axe violations. At the usual size also keys outside the screen. */
const faultsOfNumber = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  for (const [width, height, text] of phones) {
    // Chromium evaluates container queries again only after a change of size.
    await page.setViewportSize({ width: width + 1, height });
    await page.evaluate(`document.documentElement.style.fontSize = "${text}%"`);
    await page.setViewportSize({ width, height });
    const isUsual = height === 640 && text === 100;
    const all = [
      ...(await covered(page)).map((key) => `covered: ${key}`),
      ...(await faults(page, width < 277 ? 44 : 48)),
      ...(isUsual ? await outside(page, ".head, .late, .prompt, .pad .btn") : []),
    ];
    found.push(...all.map((one) => `${width} x ${height}, ${text} %: ${one}`));
  }
  await page.evaluate('document.documentElement.style.fontSize = ""');
  await page.setViewportSize(phone.viewport);
  return found;
};

onSites("the number of the worker's page on", (stage) => {
  test.each(["en", "de", "zh-CN"])(
    "covers no key with larger text or in landscape, in %s",
    async (locale) => {
      const { page, goods, boxes, unknown } = await stage.opened({ locale });
      const [one] = goods;
      const few = stage.site().formats.quantity.decimals ? 0.3 : 3;
      const item = { box_no: boxes[0].value, zongpai: one.value };
      await stage.save("post-box", { ...item, quantity: few });
      await mode(page, 1);
      await scan(page, boxes[0]);
      await scan(page, one);
      await page.locator(".offers").waitFor();
      expect(await faultsOfNumber(page)).toEqual([]);
      await touch(page, 2);
      expect(await faultsOfNumber(page)).toEqual([]);
      await tap(page, "back");
      await scan(page, unknown);
      await page.locator(".pad").waitFor();
      await scan(page, one);
      await showsLate(page, "refused", unknown);
      await touch(page, 2);
      expect(await faultsOfNumber(page)).toEqual([]);
    },
  );
});

const devices = [phone.viewport, { width: 800, height: 1_280 }, { width: 1_280, height: 800 }];

for (const colorScheme of ["light", "dark"] as const)
  onSites(`the ${colorScheme} screens of the worker's page on`, (stage, { name }) => {
    // The sites differ in their texts, not in their layout.
    const isDemo = name === "demo";
    test.each(["en", "de", "zh-CN"])(
      "fit in %s, with targets of 48 px on phones and no axe violation",
      { timeout: 600_000 },
      async (locale) => {
        const opened = await stage.opened({ locale, colorScheme });
        const { page } = opened;
        const found: Record<string, readonly string[]> = {};
        let screens = 0;
        for await (const screen of workerScreens(stage, opened)) {
          const all = await turned(page);
          for (const viewport of isDemo ? devices : devices.slice(0, 1)) {
            const { width } = viewport;
            await page.setViewportSize(viewport);
            await picture(page, `${name}-${locale}-${screen}-${width}-${colorScheme}`);
            const faultsHere = await faults(page, viewport === phone.viewport ? 48 : 0);
            all.push(...[...faultsHere, ...(await outside(page))].map((one) => `${width}: ${one}`));
          }
          await page.setViewportSize(phone.viewport);
          if (all.length > 0) found[screen] = all;
          screens += 1;
        }
        expect(found).toEqual({});
        expect(screens).toBeGreaterThan(20);
      },
    );
  });

onStage("the worker's page with the longest codes", "demo", (stage) => {
  test.each(["en", "de", "zh-CN"])(
    "is whole in %s at every text size and in landscape",
    async (locale) => {
      const { page } = await stage.opened({ locale });
      const cut = async (parts: string, most = parts) => {
        const found: string[] = [];
        for (const [width, height] of [
          [360, 640],
          [277, 492],
          [240, 427],
          [180, 320],
          [640, 360],
        ] as const) {
          await page.setViewportSize({ width, height });
          const faults = await outside(page, width === 180 ? most : parts);
          found.push(...faults.map((fault) => `${width}: ${fault}`));
        }
        await page.setViewportSize(phone.viewport);
        return found;
      };
      const goods = "PO12345678-1234";
      const box = { typed: "BX340123450000000017" };
      const shelf = { typed: "L12-AB-123" };
      await scan(page, shelf);
      await scan(page, { typed: goods });
      await shows(page, "recorded", { value: goods });
      expect(await cut(".head, .prompt, .banner, .foot", ".head, .prompt, .banner")).toEqual([]);
      await mode(page, 1);
      await scan(page, shelf);
      await shows(page, "wrong-label");
      expect(await cut(".head, .prompt, .banner, .foot", ".head, .prompt, .banner")).toEqual([]);
      await scan(page, box);
      await scan(page, { typed: goods });
      for (const _ of "99999") await page.locator(".pad .btn").nth(8).click();
      expect(await cut(".head, .prompt, output, .save")).toEqual([]);
    },
  );

  test("does not flash where the device asks for reduced motion", async () => {
    const { page, goods, shelves } = await stage.opened();
    await shelve(page, shelves[0], "recorded", goods[0]);
    const flash = () =>
      page.evaluate("getComputedStyle(document.querySelector('.banner')).animationName");
    expect(await flash()).toMatch(/^flash/);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await flash()).toBe("none");
  });
});
