// A long test: both pages from http:// by a name that is not localhost, where a browser has no service worker, no lock and no camera.
import { expect, test } from "vitest";
import { find } from "./board/rig.ts";
import { phone } from "./browser.ts";
import { onStage } from "./worker/rig.ts";
import { mode, shelve } from "./worker/steps.ts";

onStage("the pages of demo from http:// beyond localhost", "demo", (stage) => {
  test("say in the site's words that scans are kept less safely, offer no camera, record and find", async () => {
    const { goods, shelves } = stage.labels();
    const address = (file: string) => stage.address(file).replace("127.0.0.1", "warehouse.test");
    const page = await stage.newPage(phone);
    await stage.open(page, address("worker"));
    expect(
      await page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]"),
    ).toEqual([false, false, false]);
    await page.getByText(stage.words().notes.plainHttp).waitFor();
    await expect.poll(() => page.locator(".acts .btn").count()).toBe(3);
    await mode(page, 1);
    await expect.poll(() => page.locator(".acts .btn").count()).toBe(1);
    await mode(page, 0);
    await shelve(page, shelves[0], "recorded", goods[0]);
    await page.goto(address("board"));
    await find(page, goods[0]);
    await page.locator(".facts", { hasText: shelves[0].value }).waitFor();
  });
});
