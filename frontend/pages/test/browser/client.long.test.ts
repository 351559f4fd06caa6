import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { longest } from "../browser.ts";
import { onStage } from "../worker/rig.ts";
import type { Label } from "../worker/steps.ts";
import type { Shared } from "./page.ts";

/** Globals of the page, for code in `evaluate`. */
declare global {
  var client: Shared["client"];
  var reported: Shared["reported"];
}

onStage("the client in Chromium", "demo", (stage) => {
  let script: string;
  let context: BrowserContext;
  beforeEach(async () => {
    const site = stage.site();
    const written = { settings: clientSettings(site), credentials: localCredentials(site) };
    const { outputFiles } = await build({
      ...{
        entryPoints: ["frontend/pages/test/browser/page.ts"],
        bundle: true,
        format: "iife",
        write: false,
      },
      define: { site: JSON.stringify(written) },
    });
    script = outputFiles[0]?.text ?? "";
    context = await stage.newContext({ bypassCSP: true });
  });
  const opened = async (origin = stage.origin()): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${origin}/openapi.json`);
    await page.addScriptTag({ content: script });
    await page.evaluate(() => client.loaded);
    return page;
  };
  const waiting = (page: Page) => page.evaluate(() => client.entries().length);
  const place = (page: Page, goods: readonly Label[]) =>
    page.evaluate(
      async ([location, zongpais]) => {
        for (const zongpai of zongpais)
          await client.write("post-trace-location", { zongpai, location });
      },
      [stage.labels().shelves[0].value, goods.map(({ value }) => value)] as const,
    );

  // A page from http:// has Web Locks only on localhost. Elsewhere the lease decides which page sends.
  test.each([
    ["Web Locks", "127.0.0.1", 0],
    ["a lease, and say what they lack", "warehouse.test", 101],
  ] as const)(
    "two tabs send 100 entries once each, although one is closed: %s",
    async (_, host, from) => {
      const goods = stage.labels(220).goods.slice(from, from + 101);
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
      await Promise.all([place(first, goods.slice(0, 50)), place(second, goods.slice(50, 100))]);
      for (const page of [first, second]) await expect.poll(() => waiting(page)).toBe(100);
      await context.setOffline(false);
      for (const page of [first, second])
        await expect.poll(() => waiting(page), { timeout: longest }).toBe(0);
      expect(stage.writes().length - before).toBe(100);
      const reported = await Promise.all(
        [first, second].map((page) => page.evaluate(() => globalThis.reported)),
      );
      expect(reported.flat()).toEqual(Array(100).fill("done"));
      await first.close();
      await place(second, goods.slice(100));
      await expect.poll(() => stage.writes().length - before).toBe(101);
    },
  );

  test("a service worker sends what a closed page left", async () => {
    const left = stage.labels(220).goods.slice(202);
    stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
    stage.network.edit = () => script;
    const page = await opened();
    await place(page, left);
    await page.evaluate(() => client.close());
    stage.network.fateOf = () => undefined;
    const file = stage.address("sw.js");
    await page.evaluate(`navigator.serviceWorker.register("${file}").then(() => {})`);
    for (const label of left)
      await expect.poll(() => stage.placesOf(label)).toEqual([stage.labels().shelves[0].value]);
  });
});
