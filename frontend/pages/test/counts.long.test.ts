import { beforeAll, expect, test } from "vitest";
import { board, find } from "./board/rig.ts";
import { inChromium, phone } from "./browser.ts";
import { inHand, isReadyToScan, type Label, mode, scan } from "./worker/steps.ts";

inChromium("a number that is counted on the first page of a list", () => {
  const stage = board("test/site/small-pages.ts");
  /** Each of these goods has four rows in one box. Its first page has 50 rows, so it ends within the 13th goods. */
  const boxed = () => stage.labels().goods.slice(6, 20);
  const lastBoxed = () => boxed().toSorted((one, other) => (one.value < other.value ? 1 : -1))[0];
  // Four goods on one shelf, two pieces of each in one box, and the first goods in three more boxes. Three goods on another shelf.
  beforeAll(async () => {
    const { goods, boxes, shelves } = stage.labels();
    const save = ({ value: box_no }: Label, { value: zongpai }: Label) =>
      stage.save("post-box", { box_no, zongpai, quantity: 2 });
    for (const label of goods.slice(0, 4)) {
      await stage.place(label, shelves[0]);
      await save(boxes[0], label);
    }
    for (const box of boxes.slice(1, 4)) await save(box, goods[0]);
    for (const label of goods.slice(4, 7)) await stage.place(label, shelves[1]);
    for (const label of boxed()) {
      await save(boxes[4], label);
      await stage.configure(label);
      const item = { box_no: boxes[4].value, zongpai: label.value, quantity: 1 };
      for (const { code: category } of stage.site().attachment.categories)
        await stage.save("post-attachment-box", { ...item, category });
    }
  });

  test.each([
    ["en", "6 or more", "26 or more"],
    ["de", "6 oder mehr", "26 oder mehr"],
    ["zh-CN", "6 或更多", "26 或更多"],
  ])("is not shown as a total by the worker's page (%s)", async (locale, six, inBox) => {
    const { goods, boxes, shelves } = stage.labels();
    const page = await stage.newPage({ ...phone, locale });
    await page.goto(stage.address());
    await isReadyToScan(page);
    const says = (text: string) =>
      page
        .locator(".found:not([aria-busy=true])")
        .locator(".apart span, .place, .place b", { hasText: new RegExp(`(?<!\\d)${text}( |$)`) })
        .waitFor();
    const looked = async (label: Label, text: string) => {
      await scan(page, label);
      await page.locator("#found code", { hasText: label.value }).waitFor();
      await says(text);
    };
    await mode(page, 3);
    // The page's keys move a whole shelf, so it reads all of it.
    await looked(shelves[0], "4");
    await looked(shelves[1], "3");
    await looked(goods[0], six);
    await looked(goods[1], "2");
    await looked(boxes[4], inBox);
    await mode(page, 1);
    await scan(page, boxes[4]);
    await inHand(page, boxes[4]);
    await says(inBox);
  });

  test("is not shown as a total by the board", async () => {
    const { goods, boxes, shelves } = stage.labels();
    const page = await stage.opened();
    const facts = () => page.locator(".facts dd").allTextContents();
    const counted = (text: string) =>
      page.locator("caption .n").getByText(text, { exact: true }).waitFor();
    await find(page, shelves[1]);
    await counted("3");
    await find(page, shelves[0]);
    await counted("3+");
    await page.locator(".found .link").click();
    await counted("4");
    await find(page, boxes[4]);
    expect((await facts()).join()).toMatch(/26\+.*Goods: 13\+/);
    const last = page.locator(".found tr", { hasText: lastBoxed()?.value ?? "" });
    expect(await last.locator("td").first().textContent()).toBe("2");
    await find(page, goods[0]);
    expect(await facts()).toContain("6+");
    await find(page, goods[1]);
    expect(await facts()).toContain("2");
  });
});
