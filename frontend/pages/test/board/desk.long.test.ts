import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { readCsvFile } from "../../../../commands/csv/read.ts";
import { inChromium } from "../browser.ts";
import { type Label, tap } from "../worker/steps.ts";
import { board, find } from "./rig.ts";
import { fill } from "./tour.ts";

const desk = { viewport: { width: 1_280, height: 800 } };
const phone = { viewport: { width: 360, height: 800 } };
const queues = ["refused", "off-shelf"] as const;

const textsOf = (page: Page, selector: string) => page.locator(selector).allTextContents();

/** Codes in natural order, which compares the numbers in them as numbers. */
const inOrder = (codes: readonly string[]) =>
  codes.toSorted(new Intl.Collator("en", { numeric: true }).compare);

inChromium("the desk", () => {
  const stage = board("demo");
  const goodsAt = (at: number) => stage.labels().goods[at] as Label;
  beforeAll(async () => {
    await fill(stage);
    const { goods, boxes, shelves } = stage.labels();
    // Fourteen shelves of one area, and seven different refusals.
    for (const [at, label] of goods.slice(24, 38).entries())
      await stage.place(label, shelves[at] as Label);
    for (const { value: zongpai } of goods.slice(40, 47))
      await stage.save("post-box", { box_no: boxes[0].value, zongpai, quantity: 1 });
  });
  const allOf = (page: Page, queue: string) => page.locator(`a[href="#queue/${queue}"]`);

  test("shows five rows of each queue, refusals first, with a link to all", async () => {
    const page = await stage.opened(desk);
    expect(await textsOf(page, ".side h2")).toEqual([
      expect.stringMatching(/^Refused, 24 h (\d+, )?\d+ open$/),
      expect.stringMatching(/^Off shelf 8, oldest 9 days$/),
    ]);
    for (const queue of queues) {
      await expect.poll(() => page.locator(`[data-test=${queue}] > li`).count()).toBe(5);
      await allOf(page, queue).click();
      const whole = page.locator(`.found [data-test=${queue}]`);
      await whole.locator("> li, tbody th a").nth(5).waitFor();
      // A queue that is shown in full has no short version next to it.
      await expect.poll(() => page.locator(`[data-test=${queue}]`).count()).toBe(1);
    }
    await page.goBack();
    await page.locator(".found [data-test=refused]").waitFor();
  });

  test("shows every queue on one screen of a phone", async () => {
    const page = await stage.opened(phone);
    const bottoms = await page.evaluate<number[]>(
      `["[data-test=refused] > li:last-child", "[data-test=off-shelf] > li:last-child", ".tree > li:last-child"].map((row) => document.querySelector(row).getBoundingClientRect().bottom)`,
    );
    expect(bottoms).toEqual(bottoms.toSorted((one, other) => one - other));
    expect(bottoms.at(-1)).toBeLessThanOrEqual(phone.viewport.height);
  });

  test("lists codes in their natural order, in a file too", async () => {
    const page = await stage.opened(desk);
    await page.getByTestId("area").locator("summary").first().click();
    await page.locator(".tree ul a").first().waitFor();
    const shelves = await textsOf(page, ".tree ul code");
    expect(shelves.length).toBeGreaterThan(9);
    expect(shelves).toEqual(inOrder(shelves));
    for (const label of [stage.labels().shelves[0], stage.labels().boxes[0]]) {
      await find(page, label);
      const shown = await textsOf(page, ".found tbody th code");
      expect(shown).toEqual(inOrder(shown));
      const [download] = await Promise.all([page.waitForEvent("download"), tap(page, "csv")]);
      const { lines } = await readCsvFile(await download.path());
      const saved = lines.flatMap(({ cells }) => cells[stage.site().fields.zongpai] || []);
      expect(saved).toEqual(inOrder(saved));
    }
  });

  test("finds goods, a box and a shelf that are typed in small letters", async () => {
    const page = await stage.opened();
    const { goods, boxes, shelves } = stage.labels();
    for (const { value } of [goods[0], boxes[0], shelves[0]])
      await find(page, { typed: value.toLowerCase(), value });
  });

  test("replaces the result when the next label comes, and selects nothing", async () => {
    const page = await stage.opened();
    const search = page.getByTestId("search");
    const { goods, boxes } = stage.labels();
    await find(page, goods[0]);
    const selected = "document.activeElement.selectionEnd - document.activeElement.selectionStart";
    expect(await page.evaluate(selected)).toBe(0);
    await page.keyboard.type(boxes[0].value);
    expect(await search.inputValue()).toBe(boxes[0].value);
    await page.keyboard.press("Enter");
    await page.locator("#found code", { hasText: boxes[0].value }).waitFor();
    await page.keyboard.press("Backspace");
    await page.keyboard.type("9");
    expect(await search.inputValue()).toBe(`${boxes[0].value.slice(0, -1)}9`);
    await page.keyboard.press("Escape");
    expect(await search.inputValue()).toBe("");
  });

  test.each([
    ["a desk", desk, "top search menu areas found history refused off-shelf"],
    ["a phone", phone, "top menu search found history refused off-shelf areas"],
  ])("follows its visual order with Tab (%s)", async (_, size, order) => {
    const page = await stage.opened(size);
    await find(page, goodsAt(0));
    await page.locator("h1 a").focus();
    /** The part of the page that has the focus. */
    const part = () =>
      page.evaluate<string | undefined>(
        `(() => {
          const part = document.activeElement.closest(".top > .search, .top > .menu, .top, section");
          const name = part?.getAttribute("aria-labelledby");
          return part && (!name || name === "found" ? part.classList[0] : name);
        })()`,
      );
    const parts: string[] = [];
    for (let reached = await part(); reached; reached = await part()) {
      if (reached !== parts.at(-1)) parts.push(reached);
      await page.keyboard.press("Tab");
    }
    expect(parts.join(" ")).toBe(order);
  });

  test.each([
    ["en", "1,234"],
    ["de", "1.234"],
  ])("groups a number as its language does, and aligns it right (%s)", async (locale, text) => {
    const { value: zongpai } = goodsAt(locale === "en" ? 50 : 51);
    const [{ code: category = "" } = {}] = stage.site().attachment.categories;
    await stage.save("put-attachment-config", {
      zongpai,
      entries: [{ category, quantity: 1_234 }],
    });
    const page = await stage.opened({ ...desk, locale });
    await find(page, { typed: zongpai });
    const cell = "table[aria-labelledby=attachments] td.n";
    expect(await page.locator(cell).first().textContent()).toBe(text);
    const style = `(({ textAlign, fontVariantNumeric }) => [textAlign, fontVariantNumeric])(getComputedStyle(document.querySelector("${cell}")))`;
    expect(await page.evaluate(style)).toEqual(["right", "tabular-nums"]);
  });

  test.each(["1e3", "0x10", "-1", "1.5", "100000", "many"])(
    "refuses %s as a quantity, and says which numbers it accepts",
    async (typed) => {
      const page = await stage.opened();
      await find(page, goodsAt(0));
      await page.locator('a[href^="#attachments/"]').click();
      await page.locator(".edit .field").first().fill(typed);
      const reason = page.locator(".diff .blocked");
      await reason.getByText("Type a whole number from 1 to 99,999.").waitFor();
      expect(await reason.textContent()).not.toMatch(/entries|\[/);
      expect(await page.getByTestId("save").count()).toBe(0);
    },
  );

  test("offers no change of attachments for goods that the ERP lacks", async () => {
    const page = await stage.opened();
    await find(page, goodsAt(1));
    await page.locator('a[href^="#attachments/"]').waitFor();
    await find(page, stage.labels().goods.at(-1) as Label);
    await page.locator(".facts").waitFor();
    expect(await page.locator('a[href^="#attachments/"]').count()).toBe(0);
  });

  test("shows in the history where goods moved from and to", async () => {
    const label = goodsAt(39);
    const [, , , , , last] = stage.labels().shelves;
    await stage.save("post-trace-location", { zongpai: label.value, off_shelf: true });
    await stage.place(label, last);
    const page = await stage.opened();
    await find(page, label);
    const line = page.locator("[data-test=history] li").first();
    await line.getByText(`off shelf → ${last.value}`).waitFor();
    expect(await textsOf(page, "[data-test=history] h4")).toEqual(["today"]);
  });
});
