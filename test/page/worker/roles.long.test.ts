// A long test: the worker's page with keys that may not do everything.
import { expect, test } from "vitest";
import { browserOfBlock, inChromium, phone } from "../browser.ts";
import type { Label } from "../tours/labels.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { worker } from "./rig.ts";

inChromium("the worker's page where keys have roles", () => {
  const stage = worker("test/site/key-roles.ts");
  const browser = browserOfBlock();
  const opened = async (name: string) => {
    const page = await browser.newPage(phone);
    stage.network.key = `${name}-key-on-this-laptop-only`;
    await stage.open(page);
    return page;
  };

  test.each([
    ["handheld-1", ["Shelve", "Box", "Look up"]],
    ["desk", ["Shelve", "Look up"]],
    ["erp", ["Look up"]],
  ])("offers %s what its role may do, and nothing else", async (name, modes) => {
    const page = await opened(name);
    await expect.poll(() => page.locator(".modes button").allTextContents()).toEqual(modes);
    await expect.poll(() => page.locator(".modes [aria-current]").textContent()).toBe(modes[0]);
  });

  test("asks for that without writing anything, and says of a label that it may not look up that it is another", async () => {
    const { goods, boxes, shelves } = stage.labels();
    const page = await opened("handheld-1");
    await expect.poll(() => page.locator(".modes button").count()).toBe(3);
    // Until it has asked for everything, it takes a box for one that it may look up.
    const outcome = async () => {
      await page.locator(".modes button").last().click();
      await scan(page, boxes[0] as Label);
      return page.locator('[data-test="outcome"]').getAttribute("data-outcome");
    };
    await expect.poll(outcome).toBe("wrong-label");
    await page.locator(".modes button").first().click();
    await scan(page, shelves[0] as Label);
    await scan(page, goods[0] as Label);
    await shows(page, "recorded", goods[0] as Label);
    await page.locator(".modes button").last().click();
    await scan(page, goods[0] as Label);
    await page.locator(".found .place code", { hasText: shelves[0]?.value ?? "" }).waitFor();
    await page.locator('[data-test="waiting"]:not([data-outcome])').waitFor();
  });
});
