import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { en } from "#words";
import { faults } from "../browser.ts";
import { onStage } from "./rig.ts";
import { mode, scan } from "./steps.ts";

const { found, headroom, tooMany } = en.workerParts;
const { left } = en.both;
const upright = { width: 800, height: 1_280 };

/** Page script: the words of what was looked up that do not stay on one line. Codes may break after a hyphen. */
const brokenWords = `(() => {
  const texts = document.createTreeWalker(document.querySelector(".found"), NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest("code")) continue;
    for (const { 0: word, index } of text.data.matchAll(/[\\p{L}\\d]+/gu)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ y }) => y)).size > 1) broken.push(word);
    }
  }
  return broken;
})()`;

onStage("Look up on the worker's page", "demo", (stage) => {
  const lookUp = async (page: Page, label: Parameters<typeof scan>[1]) => {
    await mode(page, 3);
    await scan(page, label);
    await page.locator(".found:not([aria-busy=true]) #found").waitFor();
  };
  const isSaid = (page: Page, selector: string, text: string) =>
    page.locator(selector).getByText(text, { exact: true }).waitFor();
  const textOf = async (page: Page, selector: string) =>
    (await page.locator(selector).textContent())?.replaceAll(/\s+/g, " ").trim();

  /** A box with three goods, 2 pieces each. */
  const filledBox = async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [box] = boxes;
    for (const { value: zongpai } of goods.slice(0, 3))
      await stage.save("post-box", { box_no: box.value, zongpai, quantity: 2 });
    await stage.save("post-box-location", { box_no: box.value, location: shelves[0].value });
    return { page, goods, box, shelf: shelves[0] };
  };

  test("says of goods that the ERP does not have them", async () => {
    const { page, unknown } = await stage.opened();
    await lookUp(page, unknown);
    await isSaid(page, ".found", found.noErp);
    expect(await faults(page, 48)).toEqual([]);
  });

  test("shows place, what is missing and the contents of a box without scrolling", async () => {
    const { page, box, shelf, goods } = await filledBox();
    await lookUp(page, box);
    await page.locator(".facts .place", { hasText: shelf.value }).waitFor();
    const [, boxed = "", all = ""] =
      /^(\d+) of (\d+)$/.exec((await textOf(page, ".facts > div + div .place")) ?? "") ?? [];
    expect(boxed).toBe("6");
    const missing = Number(all) - 6;
    const template = missing > 0 ? found.lacks : tooMany;
    await isSaid(page, ".facts", template.replace("{count}", String(Math.abs(missing))));
    const second = await page.locator(".found .line", { hasText: goods[1].value }).boundingBox();
    const acts = await page.locator(".acts").boundingBox();
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThanOrEqual(acts?.y ?? 0);
    const keys = await page.locator(".facts + .offers .btn").all();
    const rows = await Promise.all(keys.map(async (key) => (await key.boundingBox())?.y));
    expect(new Set(rows).size).toBe(1);
    expect(await faults(page, 48)).toEqual([]);
    await mode(page, 1);
    await scan(page, box);
    await isSaid(page, ".found h2 span", headroom.boxed.replace("{count}", `6 of ${all}`));
  });

  test("shows the place of a box below its code, apart from the quantity", async () => {
    const { page, box, shelf, goods } = await filledBox();
    await lookUp(page, goods[0]);
    const row = page.locator(".found .line", { hasText: box.value });
    await row.locator("b small", { hasText: shelf.value }).waitFor();
    expect(await row.locator(".n").textContent()).toBe("2");
  });

  test("counts attachments as boxed of configured, and says what is left", async () => {
    const { page, goods, boxes } = await stage.opened();
    const [one] = goods;
    await stage.configure(one);
    const [first, second] = stage.site().attachment.categories;
    const item = { box_no: boxes[0].value, zongpai: one.value, category: first?.code };
    expect(await stage.save("post-attachment-box", { ...item, quantity: 3 })).toBe("done");
    await lookUp(page, one);
    const lines = page.locator(".found .lines li");
    const lineOf = async (label = "") =>
      (await lines.filter({ hasText: label }).locator(".n").textContent())?.trim();
    expect(await lineOf(first?.label)).toBe("3 of 3");
    expect(await lineOf(second?.label)).toBe(`${left.replace("{count}", "10")} · 0 of 10`);
    await isSaid(page, ".found h3", found.boxed);
  });

  test("has one column of rows on an upright tablet, and breaks no word", async () => {
    const { page, box } = await filledBox();
    await page.setViewportSize(upright);
    await lookUp(page, box);
    const rows = await page.evaluate<{ x: number; high: number }[]>(
      `[...document.querySelectorAll(".found ul > li")].map((one) => ({
        x: one.getBoundingClientRect().x,
        high: one.querySelector("small").getClientRects().length,
      }))`,
    );
    expect(new Set(rows.map(({ x }) => x)).size).toBe(1);
    expect(rows.map(({ high }) => high)).toEqual([1, 1, 1]);
  });

  test("breaks no word in German at 200 % on a phone, except in codes", async () => {
    const { page, boxes } = await stage.opened({ locale: "de" });
    const [one] = stage.labels().goods;
    await stage.configure(one);
    const item = { box_no: boxes[0].value, zongpai: one.value };
    expect(await stage.save("post-box", { ...item, quantity: 2 })).toBe("done");
    await page.setViewportSize({ width: 180, height: 320 });
    for (const label of [boxes[0], one]) {
      await lookUp(page, label);
      expect(await page.evaluate<string[]>(brokenWords)).toEqual([]);
    }
  });
});
