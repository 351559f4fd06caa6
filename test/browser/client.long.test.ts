// A long test: the client in two tabs, and in a service worker; the worker's page has it in a browser that is killed.
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { inChromium, longest } from "../page/browser.ts";
import { worker } from "../page/worker/rig.ts";
import { bundled, openClient, save, sending, waiting } from "./rig.ts";

inChromium("the client in Chromium", () => {
  const stage = worker("demo", 230);
  let script: string;
  let context: BrowserContext;
  beforeEach(async () => {
    script = await bundled();
    context = await stage.newContext({ bypassCSP: true });
    await context.addInitScript(script);
  });
  const opened = async (origin = stage.origin()): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${origin}/openapi.json`);
    await openClient(page);
    return page;
  };

  // http beyond localhost has no Web Locks: there the lease decides who sends.
  test.each([
    ["Web Locks", "127.0.0.1", 0],
    ["a lease, and say what they lack", "warehouse.test", 105],
  ] as const)(
    "two tabs send 100 entries with 100 requests, and nothing that was taken back in either; one goes on when the other is closed: %s",
    async (_, host, from) => {
      const all = stage.labels(230);
      const goods = all.goods.slice(from, from + 105);
      const box = all.boxes[0].value;
      const origin = stage.origin().replace("127.0.0.1", host);
      const isSecure = from === 0;
      const printed: string[] = [];
      context.on("console", (message) => printed.push(message.text()));
      const [first, second] = [await opened(origin), await opened(origin)];
      expect(await first.evaluate(() => "locks" in navigator)).toBe(isSecure);
      if (!isSecure) await expect.poll(() => printed.join()).toMatch(/https/);
      await context.setOffline(true);
      for (const page of [first, second])
        await expect.poll(() => page.evaluate("navigator.onLine")).toBe(false);
      const before = stage.writes().length;
      await Promise.all([
        save(first, box, goods.slice(0, 52)),
        save(second, box, goods.slice(52, 104)),
      ]);
      for (const page of [first, second]) await expect.poll(() => waiting(page)).toBe(104);
      const taken = [3, 2, 57, 56].flatMap((at) => goods[at] ?? []);
      for (const [at, { value }] of taken.entries())
        expect(
          await (at % 2 ? second : first).evaluate(async (goods) => {
            const found = client.entries().find(({ entry }) => entry.goods === goods);
            return found && client.withdraw(found.entry.id);
          }, value),
        ).toBe("withdrawn");
      await context.setOffline(false);
      for (const page of [first, second])
        await expect.poll(() => waiting(page), { timeout: longest }).toBe(0);
      expect(stage.writes().length - before).toBe(100);
      for (const label of taken) expect(await stage.placesOf(label)).toEqual([]);
      const reported = await Promise.all(
        [first, second].map((page) => page.evaluate(() => globalThis.reported)),
      );
      expect(reported.flat()).toEqual(Array(100).fill("done"));
      await first.close();
      await save(second, box, goods.slice(104));
      await expect.poll(() => stage.writes().length - before).toBe(101);
    },
  );

  test("a service worker sends what a closed page left", async () => {
    const { goods, boxes } = stage.labels(230);
    const left = goods.slice(210);
    stage.network.fateOf = ({ method }) => (method === "GET" ? "pass" : "drop");
    stage.network.edit = () => script + sending;
    const page = await opened();
    await save(page, boxes[0].value, left);
    await page.evaluate(() => client.close());
    stage.network.fateOf = () => "pass";
    const file = stage.address().replace(/worker$/, "sw.js");
    const reply = await page.evaluate(`new Promise(async (resolve) => {
      const { serviceWorker } = navigator;
      serviceWorker.onmessage = ({ data }) => resolve(data);
      const { installing } = await serviceWorker.register("${file}");
      installing.onstatechange = () => installing.state === "activated" && installing.postMessage("send");
    })`);
    expect(reply).toBe("sent");
    for (const label of left) expect(await stage.placesOf(label)).toEqual(["saved"]);
  });
});
