import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violations } from "../browser.ts";
import { onStage } from "./rig.ts";
import {
  forgetSeen,
  inHand,
  type Label,
  mode,
  scan,
  scanned,
  seenBy,
  shows,
  typeByHand,
} from "./steps.ts";

onStage("the keys of a scanner on the worker's page", "demo", (stage) => {
  const banner = (page: Page, text: string) =>
    page.locator(".banner", { hasText: text.replace(/\{\w+\}/g, "").trim() });
  const writes = () => stage.writes().length;

  test("that have no end wait for Enter, which says so without an outcome", async () => {
    const { page, goods, shelves } = await stage.opened();
    await scan(page, shelves[0]);
    const before = writes();
    await forgetSeen(page);
    await page.keyboard.type(goods[0].typed);
    const waits = banner(page, stage.words().noEnd);
    await waits.getByText(goods[0].value).waitFor();
    expect(await waits.getAttribute("data-outcome")).toBeNull();
    expect((await seenBy(page)).tones).toEqual(["triangle 520", "triangle 780"]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await shows(page, "recorded", goods[0], shelves[0]);
    expect(writes()).toBe(before + 1);
  });

  test("with a pause are not taken, and the label after their end is", async () => {
    const { page, goods, shelves } = await stage.opened();
    const { wrong, outcomes } = stage.words();
    await scan(page, shelves[0]);
    const before = writes();
    await page.keyboard.type(shelves[1].typed.slice(0, 5));
    await page.waitForTimeout(2_200);
    await page.keyboard.type(shelves[1].typed);
    // Without an end it is told, too.
    await banner(page, wrong.unended).getByText(outcomes.notTaken, { exact: true }).waitFor();
    await page.keyboard.press("Enter");
    await banner(page, wrong.pause).getByText(outcomes.notTaken, { exact: true }).waitFor();
    await scanned(page, "recorded", goods[0], shelves[0]);
    expect(writes()).toBe(before + 1);
  });

  test.each([
    ["Control+a", "keys"],
    ["F8", "keys"],
    ["Backspace", "edited"],
  ] as const)("with %s among them are not taken, and the page says why", async (key, reason) => {
    const { page, goods } = await stage.opened();
    await page.keyboard.type(goods[0].typed);
    await page.keyboard.press(key);
    await scan(page, { typed: "3" });
    await shows(page, "wrong-label");
    await banner(page, stage.words().wrong[reason]).waitFor();
  });

  test("may send the separator of GS1 as Ctrl+] or Alt and 0029", async () => {
    const { page, goods, shelves } = await stage.opened();
    await scan(page, shelves[0]);
    await page.keyboard.type(`]C1241${goods[0].value}`);
    await page.keyboard.press("Control+]");
    await scan(page, { typed: "3712" });
    await shows(page, "recorded", goods[0], shelves[0]);
    await page.keyboard.type(`]C1241${goods[1].value}`);
    await page.keyboard.down("Alt");
    for (const digit of "0029") await page.keyboard.press(`Numpad${digit}`);
    await page.keyboard.up("Alt");
    await scan(page, { typed: "3712" });
    await shows(page, "recorded", goods[1], shelves[0]);
  });

  test.each([
    ["Ctrl+]", async (page: Page) => page.keyboard.press("Control+]")],
    [
      "Alt and 0029",
      async ({ keyboard }: Page) => {
        await keyboard.down("Alt");
        for (const digit of "0029") await keyboard.press(`Numpad${digit}`);
        await keyboard.up("Alt");
      },
    ],
  ] as const)("are not taken from the field for typing with the separator %s", async (_, press) => {
    const { page, goods, shelves } = await stage.opened();
    const { acts, wrong } = stage.words();
    await scan(page, shelves[0]);
    const before = writes();
    await page.getByRole("button", { name: acts.type }).click();
    await page.locator('[data-test="scan"]:focus').waitFor();
    await page.keyboard.type(`]C1241${goods[0].value}`);
    await press(page);
    await scan(page, { typed: "3712" });
    await banner(page, wrong.keys).waitFor();
    await scanned(page, "recorded", goods[0], shelves[0]);
    expect(writes()).toBe(before + 1);
  });

  let from = 0;
  /** Goods that the ERP knows, for one test. */
  const known = () => {
    from += 2;
    return stage.labels(20).goods.slice(from) as [Label, Label];
  };
  const number = (page: Page, shown: string) =>
    page.getByTestId("count").filter({ hasText: shown }).waitFor();
  const openPad = async (page: Page, box: Label, goods: Label) => {
    await mode(page, 1);
    await scan(page, box);
    await inHand(page, box);
    await scan(page, goods);
    await page.locator(".pad").waitFor();
    // The page learns how many are ordered.
    await page.getByText(/of \d+ boxed/).waitFor();
  };

  test.each([
    [
      "too quick for a hand",
      (page: Page) => scan(page, { typed: "8" }).then(() => page.keyboard.insertText("12\n")),
      "12",
    ],
    ["with a leading zero", (page: Page) => typeByHand(page, "07"), "7"],
    ["above what is ordered", (page: Page) => typeByHand(page, "999"), "999"],
  ] as const)("that are digits %s are a question until a touch", async (_, enter, shown) => {
    const { page, boxes } = await stage.opened();
    const goods = known();
    const { notes, prompts } = stage.words();
    await openPad(page, boxes[0], goods[0]);
    const before = writes();
    await forgetSeen(page);
    await enter(page);
    await number(page, shown);
    await page.getByText(prompts.thisMany).waitFor();
    expect((await seenBy(page)).tones.slice(-2)).toEqual(["triangle 520", "triangle 780"]);
    // Neither other goods nor the same goods save or count.
    for (const label of [goods[1], goods[0], boxes[1]]) {
      await scan(page, label);
      await shows(page, "wrong-label", label);
      await banner(page, notes.finishNumber).waitFor();
    }
    expect(writes()).toBe(before);
    await page.locator(".save").click();
    await expect.poll(writes).toBe(before + 1);
  });

  test("that are digits behind a separator are a label, at any pace", async () => {
    const { page, boxes } = await stage.opened();
    const goods = known();
    await openPad(page, boxes[0], goods[0]);
    await page.keyboard.insertText("\u001d");
    await typeByHand(page, "3712");
    await shows(page, "wrong-label");
    await number(page, "1");
  });

  test("that are digits at a hand's pace are saved by the next scan", async () => {
    const { page, boxes } = await stage.opened();
    const goods = known();
    await openPad(page, boxes[0], goods[0]);
    const before = writes();
    await page.keyboard.press("2");
    await page.waitForTimeout(2_100);
    await page.keyboard.press("9");
    await page.waitForTimeout(60);
    await page.keyboard.press("Backspace");
    await page.waitForTimeout(60);
    await typeByHand(page, "");
    await number(page, "2");
    await scan(page, goods[1]);
    await expect.poll(writes).toBe(before + 1);
    await inHand(page, goods[1]);
  });

  test("answer a question with other digits, by hand or on the pad", async () => {
    const { page, boxes } = await stage.opened();
    const goods = known();
    await openPad(page, boxes[0], goods[0]);
    await scan(page, { typed: "8" });
    await page.keyboard.insertText("20240\n");
    await number(page, "20240");
    await typeByHand(page, "6");
    await number(page, "6");
    await page.getByText(stage.words().prompts.howMany).waitFor();
    await page.keyboard.insertText("31415\n");
    await number(page, "31415");
    await page.locator(".pad .btn").nth(3).click();
    await number(page, "4");
    await page.getByText(stage.words().prompts.howMany).waitFor();
  });
});
