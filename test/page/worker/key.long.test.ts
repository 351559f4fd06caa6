// A long test: the worker's page without a key, and with keys that may not do everything.
import { expect, test } from "vitest";
import { inChromium } from "../browser.ts";
import { worker } from "./rig.ts";
import { count, hears, mode, nothingWaits, scan, shelve, shows } from "./steps.ts";

inChromium("a page without a key, on demo", () => {
  const stage = worker("demo");
  const key = "demo-key-on-this-laptop-only";

  test("asks for it, knows a label and a wrong key from it, keeps it, and asks again when it is not known any more", async () => {
    // As a deployed page is.
    stage.network.edit = (text) => text.replace(/<meta name="api-key"[^>]*>/, "");
    const { page, goods, shelves } = await stage.opened();
    const is = (state: string) =>
      page.locator(`[data-test="state"][data-state="${state}"]`).waitFor();
    await is("held");
    await scan(page, goods[0]);
    await shows(page, "wrong-label");
    await scan(page, { typed: "scanner-7=not-a-key-of-this-site" });
    await page.getByText("This key is not known.").waitFor();
    await scan(page, { typed: `]Q1${key}` });
    await is("online");
    expect(await page.locator(".who").textContent()).toBe("demo");
    await page.reload();
    await hears(page);
    await shelve(page, shelves[0], "recorded", goods[0]);

    stage.network.key = "not-known-any-more";
    await scan(page, goods[1]);
    await is("held");
    expect(await count(page, "waiting")).toBe(1);
    stage.network.key = undefined;
    await scan(page, { typed: key });
    await nothingWaits(page);
    expect(await count(page, "refused")).toBe(0);
  });
});

inChromium("the worker's page where keys have roles", () => {
  const stage = worker("test/site/key-roles.ts");
  const opened = (name: string) => {
    stage.network.key = `${name}-key-on-this-laptop-only`;
    return stage.opened();
  };

  test.each([
    ["handheld-1", ["Shelve", "Box", "Look up"]],
    ["erp", ["Look up"]],
  ])("offers %s what its role may do, and nothing else", async (name, modes) => {
    const { page } = await opened(name);
    await expect.poll(() => page.locator(".modes button").allTextContents()).toEqual(modes);
    await expect.poll(() => page.locator(".modes [aria-current]").textContent()).toBe(modes[0]);
  });

  test("puts nothing into the queue to ask for that, and says of a label that it may not look up that it is another", async () => {
    const { page, boxes } = await opened("handheld-1");
    // Until it has asked for everything, it takes a box for one that it may look up.
    const outcome = async () => {
      await mode(page, -1);
      await scan(page, boxes[0]);
      return page.getByTestId("outcome").getAttribute("data-outcome");
    };
    await expect.poll(outcome).toBe("wrong-label");
    expect([await count(page, "waiting"), await count(page, "refused")]).toEqual([0, 0]);
  });
});
