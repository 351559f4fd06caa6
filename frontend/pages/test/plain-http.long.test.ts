// A browser gives a page from http:// no service worker, no locks and no camera, unless its host is localhost.
import { expect, test } from "vitest";
import { find } from "./board/rig.ts";
import { phone } from "./browser.ts";
import { onStage } from "./worker/rig.ts";
import { mode, shelve } from "./worker/steps.ts";

onStage("the pages of demo from http:// beyond localhost", "demo", (stage) => {
  const address = (file: string) => stage.address(file).replace("127.0.0.1", "warehouse.test");
  const opened = async () => {
    const page = await stage.newPage(phone);
    await stage.open(page, address("worker"));
    expect(
      await page.evaluate("[isSecureContext, 'serviceWorker' in navigator, 'locks' in navigator]"),
    ).toEqual([false, false, false]);
    return page;
  };

  test("warn that scans are kept less safely", async () => {
    const page = await opened();
    await page.getByText(stage.words().notes.plainHttp).waitFor();
  });

  test("offer no camera", async () => {
    const page = await opened();
    await expect.poll(() => page.locator(".acts .btn").count()).toBe(3);
    await mode(page, 1);
    await expect.poll(() => page.locator(".acts .btn").count()).toBe(1);
  });

  test("record goods and find them", async () => {
    const { goods, shelves } = stage.labels();
    const page = await opened();
    await shelve(page, shelves[0], "recorded", goods[0]);
    await page.goto(address("board"));
    await find(page, goods[0]);
    await page.locator(".facts", { hasText: shelves[0].value }).waitFor();
  });
});
