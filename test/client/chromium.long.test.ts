import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test, vi } from "vitest";
import { openClient, save, serve, waiting } from "../browser/rig.ts";
import { browserOfBlock, inChromium } from "../page/browser.ts";
import { bestOf } from "../support/best-of.ts";

const patiently = { timeout: 60_000 };

inChromium("the client in Chromium", () => {
  const browser = browserOfBlock();
  let site: Awaited<ReturnType<typeof serve>>;
  let context: BrowserContext;
  const opened = async (url = site.url, keyed = true): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(url);
    await openClient(page, keyed);
    return page;
  };
  const begin = async () => {
    site = await serve();
    context = await browser.newContext();
  };
  const end = async () => {
    await context.close();
    await site.stop();
  };
  beforeEach(async () => {
    await begin();
    return end;
  });

  /** http beyond localhost has no Web Locks: there the lease decides who sends. */
  const places = () => [site.url, `http://warehouse.test:${site.port}/`] as const;

  test.each([
    ["Web Locks and keys", 0, true],
    ["Web Locks, without keys", 0, false],
    ["a lease and keys", 1, true],
    ["a lease, without keys", 1, false],
  ] as const)(
    "two tabs send 200 entries with 200 requests and refuse none wrongly: %s",
    async (_, place, keyed) => {
      site.state.keyed = keyed;
      const url = places()[place];
      const [first, second] = [await opened(url, keyed), await opened(url, keyed)];
      expect(await first.evaluate(() => "locks" in navigator)).toBe(place === 0);
      await Promise.all([save(first, 0, 100), save(second, 100, 100)]);
      await vi.waitUntil(
        async () => (await waiting(first)) + (await waiting(second)) === 0,
        patiently,
      );
      expect([site.service.seen(), site.service.recorded.length]).toEqual([200, 200]);
      const reported = (
        await Promise.all([first, second].map((page) => page.evaluate(() => globalThis.reported)))
      ).flat();
      expect([reported.length, [...new Set(reported)]]).toEqual([200, ["done"]]);
    },
  );

  test.each([
    ["Web Locks", 0],
    ["a lease", 1],
  ] as const)(
    "what is taken back in either tab is never sent, and the other tab goes on within 2 s: %s",
    async (_, place) => {
      const took = await bestOf(2_000, async () => {
        await end();
        await begin();
        const url = places()[place];
        const [first, second] = [await opened(url), await opened(url)];
        await context.setOffline(true);
        for (const page of [first, second])
          await expect.poll(() => page.evaluate("navigator.onLine")).toBe(false);
        await save(first, 0, 4);
        await save(second, 4, 4);
        await vi.waitUntil(
          async () => (await waiting(first)) === 8 && (await waiting(second)) === 8,
          patiently,
        );
        const back = async (page: Page, goods: string) =>
          page.evaluate(async (goods) => {
            const { entry } = client.entries().find(({ entry }) => entry.goods === goods) ?? {};
            return entry && client.withdraw(entry.id);
          }, goods);
        const taken = [
          await back(first, "PO3"),
          await back(second, "PO2"),
          await back(first, "PO7"),
          await back(second, "PO6"),
        ];
        expect(taken).toEqual(["withdrawn", "withdrawn", "withdrawn", "withdrawn"]);
        const start = performance.now();
        await first.close();
        await context.setOffline(false);
        await vi.waitUntil(() => site.service.recorded.length > 0, patiently);
        const elapsed = performance.now() - start;
        await vi.waitUntil(async () => (await waiting(second)) === 0, patiently);
        expect(site.service.recorded.map(({ body }) => body.zongpai).toSorted()).toEqual([
          "PO0",
          "PO1",
          "PO4",
          "PO5",
        ]);
        return elapsed;
      });
      console.log(
        `the other tab sent ${took.map(Math.round).join(", ")} ms after the sender was closed`,
      );
      expect(Math.min(...took)).toBeLessThan(2_000);
    },
  );

  test("a service worker sends what a closed page left", async () => {
    site.state.faultOf = () => "dropped";
    const page = await opened();
    await save(page, 0, 20);
    await page.evaluate(() => client.close());
    site.state.faultOf = () => undefined;
    const said = await page.evaluate(async () => {
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
    expect([said, site.service.recorded.length]).toEqual(["sent", 20]);
  });

  test("a page that came over http says what it lacks", async () => {
    const page = await context.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await page.goto(`http://warehouse.test:${site.port}/`);
    await openClient(page);
    await expect.poll(() => said.join()).toMatch(/https/);
  });
});
