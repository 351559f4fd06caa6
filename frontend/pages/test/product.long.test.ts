import { expect, test } from "vitest";
import { board, find } from "./board/rig.ts";
import { faults, inChromium } from "./browser.ts";
import { onStage, type WorkerStage } from "./worker/rig.ts";
import { mode, put, scan } from "./worker/steps.ts";

/** Some goods in a box, and the name of their product in the demo ERP. */
const saved = async (stage: Pick<WorkerStage, "labels" | "save">, at: 0 | 1 | 2) => {
  const { goods: allGoods, boxes } = stage.labels();
  const [goods, box] = [allGoods[at], boxes[at]];
  const item = { box_no: box.value, zongpai: goods.value };
  expect(await stage.save("post-box", { ...item, quantity: 2 })).toBe("done");
  return { goods, box, product: `Demo product ${at + 1}` };
};

onStage("the product's name, on the worker's page of demo", "demo", (stage) => {
  test("is below the code of looked-up goods", async () => {
    const { goods, product } = await saved(stage, 0);
    const { page } = await stage.opened();
    await mode(page, 3);
    await scan(page, goods);
    await page.locator(".found p", { hasText: product }).waitFor();
    expect(await faults(page, 48)).toEqual([]);
  });

  test("is below the code of goods in a box", async () => {
    const { goods, box, product } = await saved(stage, 1);
    const { page } = await stage.opened();
    await mode(page, 1);
    await put(page, box);
    const line = page.locator(".line", { hasText: goods.value });
    await line.locator("small", { hasText: product }).waitFor();
    expect(await faults(page, 48)).toEqual([]);
  });

  test("is next to the number of goods", async () => {
    const { goods, box, product } = await saved(stage, 2);
    const { page } = await stage.opened();
    await mode(page, 1);
    await put(page, box);
    await put(page, goods);
    await page.locator(".counting h1", { hasText: product }).waitFor();
    expect(await faults(page, 48)).toEqual([]);
  });
});

inChromium("the product's name, on the board of demo", () => {
  const stage = board("demo");

  test("is below the code of goods, and in the table of a box", async () => {
    const { goods, box, product } = await saved(stage, 0);
    const page = await stage.opened();
    await find(page, goods);
    await page.locator(".found p", { hasText: product }).waitFor();
    await find(page, box);
    await page.locator(".found .product", { hasText: product }).waitFor();
    expect(await faults(page, 24)).toEqual([]);
  });
});
