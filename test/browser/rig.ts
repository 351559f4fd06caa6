import { build } from "esbuild";
import type { Page } from "playwright-core";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import demo from "../../sites/demo.ts";
import type { PageParts } from "./page.ts";

/** The client for a page, or for a service worker of its origin, and what the site says of it. */
export const bundled = async () => {
  const { outputFiles } = await build({
    entryPoints: ["test/browser/page.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  const options = { settings: clientSettings(demo), credentials: localCredentials(demo) };
  return `Object.assign(globalThis, ${JSON.stringify(options)});${outputFiles[0]?.text}`;
};

/** A service worker that sends what waits when it is woken. */
export const sending = `
self.addEventListener("message", (event) => event.waitUntil((async () => {
  await new Promise((resolve) => {
    const onDone = () => client.entries().length > 0 || resolve(client.close());
    const client = parts.createClient({ baseUrl: location.origin, settings, storage: parts.indexedDbStorage("scans"), headers: () => credentials, onDone });
  });
  event.source.postMessage("sent");
})()));`;

/** The globals of the page; `evaluate` runs there. */
declare global {
  var parts: PageParts;
  var settings: ReturnType<typeof clientSettings>;
  var credentials: ReturnType<typeof localCredentials>;
  var client: ReturnType<PageParts["createClient"]>;
  var reported: string[];
  var location: { readonly origin: string };
}

/** Opens the client on a page. */
export const openClient = (page: Page) =>
  page.evaluate(() => {
    globalThis.reported = [];
    globalThis.client = parts.createClient({
      baseUrl: location.origin,
      settings,
      storage: parts.indexedDbStorage("scans"),
      world: parts.withLease(),
      headers: () => credentials,
      onDone: (_, { state }) => reported.push(state),
      onRefused: (_, { error_code }) => reported.push(error_code),
    });
    return client.loaded;
  });

/** Queues saves of these goods. */
export const save = (page: Page, box_no: string, goods: readonly { readonly value: string }[]) =>
  page.evaluate(
    async ({ box_no, zongpais }) => {
      for (const zongpai of zongpais)
        await client.write("post-box", { box_no, zongpai, quantity: 1 });
    },
    { box_no, zongpais: goods.map(({ value }) => value) },
  );

export const waiting = (page: Page): Promise<number> =>
  page.evaluate(() => client.entries().length);
