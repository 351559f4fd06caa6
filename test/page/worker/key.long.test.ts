// A long test: a page that was given no key.
import { beforeAll, expect, test } from "vitest";
import { browserOfBlock, inChromium, phone } from "../browser.ts";
import type { Label } from "../tours/labels.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { count, hears, worker } from "./rig.ts";

inChromium("a page without a key, on demo", () => {
  const stage = worker("demo");
  const key = "demo-key-on-this-laptop-only";
  const browser = browserOfBlock();
  beforeAll(async () => {
    // As a deployed page is.
    stage.network.edit = (text) => text.replace(/<meta name="api-key"[^>]*>/, "");
  });

  test("asks for it, knows a label and a wrong key from it, keeps it, and asks again when it is not known any more", async () => {
    const { goods, shelves } = stage.labels();
    const page = await browser.newPage(phone);
    await stage.open(page);
    const state = page.locator('[data-test="state"]');
    expect(await state.getAttribute("data-state")).toBe("held");
    await scan(page, goods[0] as Label);
    await shows(page, "wrong-label");
    await scan(page, { typed: "scanner-7=not-a-key-of-this-site" });
    await page.getByText("This key is not known.").waitFor();
    await scan(page, { typed: `]Q1${key}` });
    await page.locator('[data-test="state"][data-state="online"]').waitFor();
    expect(await page.locator(".who").textContent()).toBe("demo");
    await page.reload();
    await hears(page);
    await scan(page, shelves[0] as Label);
    await scan(page, goods[0] as Label);
    await shows(page, "recorded");

    stage.network.key = "not-known-any-more";
    await scan(page, goods[1] as Label);
    await page.locator('[data-test="state"][data-state="held"]').waitFor();
    expect(await count(page, "waiting")).toBe(1);
    stage.network.key = undefined;
    await scan(page, { typed: key });
    await page.locator('[data-test="waiting"]:not([data-outcome])').waitFor();
    expect(await count(page, "refused")).toBe(0);
  });
});
