import { expect, test } from "vitest";
import { faults } from "../browser.ts";
import { onStage } from "./rig.ts";
import { inHand, mode, saveFew, scan, shelve, shows, tap } from "./steps.ts";

onStage("the sign of the worker's page", "demo", (stage) => {
  test("asks for other goods where no attachment can be boxed", async () => {
    const { page, goods } = await stage.opened();
    const [one, two] = goods;
    await mode(page, 2);
    await scan(page, one);
    await page.getByTestId("next").getByText(stage.words().next.otherGoods).waitFor();
    await stage.configure(two);
    await scan(page, two);
    await page.getByTestId("next").getByText(stage.words().next.choose).waitFor();
    expect(await faults(page, 48)).toEqual([]);
  });

  test("names the goods of a touched row, in Shelve as in Box", async () => {
    const { page, goods, shelves } = await stage.opened();
    await shelve(page, shelves[0], "recorded", goods[0], goods[1]);
    await page.locator(".trail .line").click();
    await page.locator(".prompt.alone .held code", { hasText: goods[0].value }).waitFor();
    await page.locator(".found .what", { hasText: shelves[0].value }).waitFor();
    expect(await faults(page, 48)).toEqual([]);
  });

  test("is followed by the place of each attachment, and by whose scan is taken back", async () => {
    const { page, goods, boxes, shelves } = await stage.opened();
    const [one] = goods;
    await stage.configure(one);
    await mode(page, 2);
    await scan(page, one);
    await page.locator("button.pick").first().click();
    await scan(page, shelves[0]);
    await shows(page, "recorded", one, shelves[0]);
    await page.locator(".pick small code", { hasText: shelves[0].value }).waitFor();
    await page.locator("button.pick").first().click();
    await scan(page, boxes[0]);
    await saveFew(page);
    await shows(page, "recorded", one);
    await inHand(page, one);
    const [first] = stage.site().attachment.categories;
    await page
      .getByTestId("take-back")
      .getByText(first?.label ?? "")
      .waitFor();
    await tap(page, "take-back");
    await page.getByText(stage.words().outcomes.takenBack).first().waitFor();
  });
});
