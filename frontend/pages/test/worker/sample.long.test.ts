import { expect, test } from "vitest";
import { faults, inChromium, phone } from "../browser.ts";
import { worker } from "./rig.ts";
import { scan } from "./steps.ts";

inChromium("the worker's page of a stage with sample data", () => {
  const stage = worker("demo", { sample: "asked" });

  test("greets a person, and leads to board, labels and API until the first scan", async () => {
    const { page, shelves } = await stage.opened();
    await page.locator(".prompt .name").getByText("Mara", { exact: true }).waitFor();
    const links = page.getByTestId("sample").locator("a");
    await links.nth(2).waitFor();
    for (const viewport of [phone.viewport, { width: 640, height: 360 }]) {
      await page.setViewportSize(viewport);
      const prompt = await page.locator(".prompt").boundingBox();
      const foot = await page.locator(".foot").boundingBox();
      expect((prompt?.y ?? 0) + (prompt?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
      expect(await faults(page, 48)).toEqual([]);
    }
    const hrefs = await page.evaluate<string[]>(
      `[...document.querySelectorAll("[data-test=sample] a")].map(({ href }) => href)`,
    );
    for (const href of hrefs) expect((await page.request.get(href)).status()).toBe(200);
    await scan(page, shelves[0]);
    await page.locator(".prompt .btn").click();
    await page.locator(".prompt.whole").waitFor();
    expect(await links.count()).toBe(0);
    await page.reload();
    await page.locator(".prompt .name").waitFor();
    expect(await links.count()).toBe(0);
  });

  test("records that person's name", async () => {
    const { page, goods, shelves } = await stage.opened();
    await scan(page, shelves[0]);
    await scan(page, goods[0]);
    await expect.poll(() => stage.whoDid(goods[0])).toContain("Mara");
  });
});
