import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone } from "../browser.ts";
import { onStage } from "./rig.ts";
import { mode, saveFew, scan, scanned, shelve, shows, tap } from "./steps.ts";

const upright = { width: 800, height: 1_280 };
const onItsSide = { width: 640, height: 360 };

type Box = Readonly<Record<"x" | "y" | "width" | "height", number>>;

const boxesOf = (page: Page, parts: string) =>
  page.evaluate<Box[]>(`[...document.querySelectorAll("${parts}")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  })`);
const columnsOf = async (page: Page, parts: string) =>
  new Set((await boxesOf(page, parts)).map(({ x }) => x)).size;
const rowsOf = async (page: Page, parts: string) =>
  new Set((await boxesOf(page, parts)).map(({ y }) => y)).size;
/** The font size of a part, in pixels. */
const sizeOf = (page: Page, part: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector("${part}")).fontSize`);

onStage("the layout of the worker's page", "demo", (stage) => {
  test("heads the start of a shift with the name, and shows the act largest", async () => {
    const { page } = await stage.opened();
    await page.locator(".prompt .name").waitFor();
    expect(await sizeOf(page, ".prompt .name")).toBe("36px");
    expect(await sizeOf(page, ".prompt h1")).toBe("48px");
    const [icon] = await boxesOf(page, ".prompt h1 .i");
    expect(icon?.width).toBe(88);
  });

  test("has one column, larger text and two columns of rows on an upright tablet", async () => {
    const { page, goods, shelves } = await stage.opened({ viewport: upright });
    await shelve(page, shelves[0], "recorded", ...goods.slice(0, 4));
    expect(await columnsOf(page, ".prompt, .banner, main > .found")).toBe(1);
    expect(await columnsOf(page, ".trail li")).toBe(2);
    expect(await sizeOf(page, ".banner .what")).toMatch(/^(44|43\.9)/);
    expect(await sizeOf(page, ".prompt b")).toMatch(/^(56|55\.9)/);
    expect(await sizeOf(page, ".prompt h1")).toBe("72px");
    await page.setViewportSize({ width: 1_280, height: 800 });
    expect(await columnsOf(page, ".prompt, .banner, main > .found")).toBe(2);
    expect(await columnsOf(page, ".trail li")).toBe(1);
  });

  test("shows a label that a number refuses as a strip, above whose number it is", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [one, two] = goods;
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, one);
    await saveFew(page);
    await shows(page, "recorded", one);
    await scan(page, one);
    await page.locator(".offers").waitFor();
    await page.locator(".pad .btn").nth(4).click();
    await scanned(page, "wrong-label", two);
    for (const viewport of [phone.viewport, onItsSide, upright, { width: 1_280, height: 800 }]) {
      await page.setViewportSize(viewport);
      await page.locator(".prompt.counting code", { hasText: one.value }).waitFor();
      expect(await page.getByTestId("count").textContent()).toBe("5");
      const [prompt, strip] = await boxesOf(page, ".prompt, .banner");
      const [add, set] = await boxesOf(page, ".saves .btn");
      expect(strip?.height).toBeLessThan(80);
      expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBeLessThanOrEqual(prompt?.y ?? 0);
      for (const part of [prompt, add, set])
        expect((part?.y ?? 0) + (part?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
      expect(prompt?.width).toBe(strip?.width);
    }
  });

  test("gives the bottom keys one row and equal widths, except Take back", async () => {
    const { page, goods, shelves } = await stage.opened();
    const widths = async () => (await boxesOf(page, ".acts .btn")).map(({ width }) => width);
    for (const viewport of [phone.viewport, onItsSide]) {
      await page.setViewportSize(viewport);
      expect(await rowsOf(page, ".acts .btn")).toBe(1);
      expect(new Set(await widths()).size).toBe(1);
    }
    await page.setViewportSize(phone.viewport);
    await shelve(page, shelves[0], "recorded", goods[0]);
    const [takeBack = 0, type = 0, camera] = await widths();
    expect(type).toBe(camera);
    expect(takeBack).toBeGreaterThan(2 * type);
    expect(await rowsOf(page, ".acts .btn")).toBe(1);
  });

  test("counts above a shelf's list what was put and what is there", async () => {
    const { page, goods, shelves } = await stage.opened();
    const [[one, two, three, four], [shelf, other]] = [goods, shelves];
    await stage.place(one, shelf);
    await stage.place(two, shelf);
    const sum = page.locator(".found h2 span");
    const sums = (text: string) => expect.poll(() => sum.textContent()).toBe(text);
    await scan(page, shelf);
    await sums("0 put now, 2 here");
    await scanned(page, "recorded", three, shelf);
    await scanned(page, "recorded", four, shelf);
    await scanned(page, "recorded", one, shelf);
    await sums("3 put now, 4 here");
    await shelve(page, other, "recorded", four);
    await sums("1 put now, 1 here");
    await scan(page, shelf);
    await sums("2 put now, 3 here");
  });

  test("puts a shelf, a box and off shelf down by a key with that name", async () => {
    const { page, boxes, shelves } = await stage.opened();
    const key = page.locator(".prompt .btn").getByText(stage.words().acts.putDown, { exact: true });
    await scan(page, shelves[0]);
    await key.click();
    await mode(page, 1);
    await scan(page, boxes[0]);
    await key.click();
    await page.locator(".prompt.whole").waitFor();
    await mode(page, 0);
    await tap(page, "off-shelf");
    await key.click();
    await page.getByTestId("off-shelf").waitFor();
  });
});

onStage("a text of the worker's page", "demo", (stage) => {
  test("says that a number is more than ordered on the button that saves it", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [one] = goods;
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, one);
    const counted = page.locator(".counted", { hasText: "boxed" });
    await counted.waitFor();
    const [, ordered = "0"] = /of (\d+) boxed/.exec((await counted.textContent()) ?? "") ?? [];
    const typed = async (number: string) => {
      for (const digit of number)
        await page
          .locator(".pad .btn")
          .nth(digit === "0" ? 10 : Number(digit) - 1)
          .click();
    };
    const warning = (button: string, count: string) =>
      page.getByTestId(button).getByText(stage.words().tooMany.replace("{count}", count));
    await typed(ordered);
    expect(await page.locator(".warn").count()).toBe(0);
    await typed("0");
    await warning("save", String(9 * Number(ordered))).waitFor();
    await page.getByRole("button", { name: stage.words().erase }).click();
    await tap(page, "save");
    await shows(page, "recorded", one);
    await scan(page, one);
    await page.locator(".offers").waitFor();
    await typed("2");
    await warning("add", "2").waitFor();
    expect(await page.locator(".warn").count()).toBe(1);
    await tap(page, "add");
    await shows(page, "recorded", one);
  });

  test("says how many fit before it says how to count", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [one] = goods;
    await stage.configure(one);
    await mode(page, 2);
    await scan(page, one);
    await page.locator("button.pick").first().click();
    await scan(page, boxes[0]);
    await page.locator(".counted").getByText("3 left · Scan it again to count, or type.").waitFor();
    await saveFew(page);
  });

  test("does not call an unfinished number a wrong label", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [one, two] = goods;
    await mode(page, 1);
    await scan(page, boxes[0]);
    await scan(page, one);
    await saveFew(page);
    await scan(page, one);
    await page.locator(".offers").waitFor();
    await page.locator(".pad .btn").nth(1).click();
    await scan(page, two);
    const { outcomes, notes } = stage.words();
    const banner = page.locator(".banner", { hasText: notes.addOrSet });
    await banner.getByText(outcomes.notTaken, { exact: true }).waitFor();
  });

  test("stops offering the camera after the device refused it", async () => {
    const { page } = await stage.opened();
    const { acts, notes } = stage.words();
    const camera = page.locator(".acts").getByRole("button", { name: acts.camera });
    await camera.click();
    await page.getByText(notes.noCamera).waitFor();
    expect(await camera.count()).toBe(0);
  });

  test("says how a keyboard leaves a field in which Tab ends labels", async () => {
    const { page } = await stage.opened();
    await page.getByRole("textbox", { name: /Shift\+Tab leads to the buttons/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.locator(".scan:focus").waitFor({ state: "attached" });
    await page.keyboard.press("Shift+Tab");
    await page.locator("button:focus").waitFor();
  });
});
