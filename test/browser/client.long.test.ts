// A long test: the client in two tabs, and in a service worker; the worker's page has it in a browser that is killed.
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { browserOfBlock, inChromium } from "../page/browser.ts";
import { openClient, save, serve, waiting } from "./rig.ts";

inChromium("the client in Chromium", () => {
  const browser = browserOfBlock();
  let site: Awaited<ReturnType<typeof serve>>;
  let context: BrowserContext;
  beforeEach(async () => {
    site = await serve();
    context = await browser.newContext();
    return () => site.stop();
  });
  const opened = async (page: Page, url = site.url): Promise<Page> => {
    await page.goto(url);
    await openClient(page);
    return page;
  };

  // http beyond localhost has no Web Locks: there the lease decides who sends.
  test.each([
    ["Web Locks", "127.0.0.1"],
    ["a lease, and say what they lack", "warehouse.test"],
  ] as const)(
    "two tabs send 200 entries with 200 requests, and nothing that was taken back in either; one goes on when the other is closed: %s",
    async (_, host) => {
      const url = `http://${host}:${site.port}/`;
      const isSecure = host === "127.0.0.1";
      const printed: string[] = [];
      context.on("console", (message) => printed.push(message.text()));
      const [first, second] = [
        await opened(await context.newPage(), url),
        await opened(await context.newPage(), url),
      ];
      expect(await first.evaluate(() => "locks" in navigator)).toBe(isSecure);
      if (!isSecure) await expect.poll(() => printed.join()).toMatch(/https/);
      await context.setOffline(true);
      for (const page of [first, second])
        await expect.poll(() => page.evaluate("navigator.onLine")).toBe(false);
      await Promise.all([save(first, 0, 102), save(second, 102, 102)]);
      for (const page of [first, second]) await expect.poll(() => waiting(page)).toBe(204);
      const back = (page: Page, goods: string) =>
        page.evaluate(async (goods) => {
          const { entry } = client.entries().find(({ entry }) => entry.goods === goods) ?? {};
          return entry && client.withdraw(entry.id);
        }, goods);
      const taken = ["PO3", "PO2", "PO107", "PO106"];
      for (const [at, goods] of taken.entries())
        expect(await back(at % 2 ? second : first, goods)).toBe("withdrawn");
      await context.setOffline(false);
      for (const page of [first, second]) await expect.poll(() => waiting(page)).toBe(0);
      expect([site.service.seen(), site.service.recorded.length]).toEqual([200, 200]);
      const sent = site.service.recorded.map(({ body }) => String(body.zongpai));
      expect(sent.filter((goods) => taken.includes(goods))).toEqual([]);
      const reported = await Promise.all(
        [first, second].map((page) => page.evaluate(() => globalThis.reported)),
      );
      expect(reported.flat()).toEqual(Array(200).fill("done"));
      await first.close();
      await save(second, 204, 1);
      await expect.poll(() => site.service.recorded.length).toBe(201);
    },
  );

  test("a service worker sends what a closed page left", async () => {
    site.state.faultOf = () => "dropped";
    const page = await opened(await context.newPage());
    await save(page, 0, 20);
    await page.evaluate(() => client.close());
    site.state.faultOf = () => undefined;
    const reply = await page.evaluate(async () => {
      const { serviceWorker } = navigator as unknown as {
        serviceWorker: {
          register: (file: string) => Promise<unknown>;
          ready: Promise<{ active: { postMessage: (data: string) => void } }>;
          onmessage: unknown;
        };
      };
      await serviceWorker.register("/worker.js");
      const { active } = await serviceWorker.ready;
      return new Promise((resolve) => {
        serviceWorker.onmessage = ({ data }: { data: unknown }) => resolve(data);
        active.postMessage("send");
      });
    });
    expect([reply, site.service.recorded.length]).toEqual(["sent", 20]);
  });
});
