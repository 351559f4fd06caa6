import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { clientSettings } from "#lib/page/client-settings.ts";
import demo from "../../sites/demo.ts";
import { type Fault, modelService } from "../client/model-service.ts";
import type { PageParts } from "./page.ts";

const bundled = async () => {
  const { outputFiles } = await build({
    entryPoints: ["test/browser/page.ts"],
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
};

const html = `<!doctype html><meta charset="utf-8"><title>scans</title><script src="/page.js"></script>`;

/** A model of the service and a page with the client on it, on one origin; `state` says how it answers. */
export const serve = async () => {
  const state = { faultOf: (): Fault | undefined => undefined };
  const service = modelService(
    () => state.faultOf(),
    () => new Promise((resolve) => setImmediate(resolve)),
  );
  const script = await bundled();
  const data = `globalThis.settings=${JSON.stringify(clientSettings(demo))};`;
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const file = {
      "/": ["text/html", html],
      "/page.js": ["text/javascript", data + script],
      "/worker.js": ["text/javascript", `${data + script};${worker}`],
    }[path];
    if (file)
      return response
        .writeHead(200, { "content-type": file[0], "cache-control": "no-store" })
        .end(file[1]);
    if (path === "/favicon.ico") return response.writeHead(404).end();
    const stop = new AbortController();
    response.once("close", () => stop.abort());
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = { "idempotency-key": String(request.headers["idempotency-key"] ?? "") };
    const { method } = request;
    const { signal } = stop;
    const answer = await service
      .respond(path, { method, headers, signal, body: body || undefined })
      .catch(() => undefined);
    if (!answer) return request.socket.destroy();
    return response
      .writeHead(answer.status, Object.fromEntries(answer.headers))
      .end(await answer.text());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    state,
    service,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** The service worker of the tests: sends what waits when it is woken. */
const worker = `
self.addEventListener("message", (event) => event.waitUntil((async () => {
  await new Promise((resolve) => {
    const onDone = () => client.entries().length > 0 || resolve(client.close());
    const client = parts.createClient({ baseUrl: location.origin, settings, storage: parts.indexedDbStorage("scans"), onDone });
  });
  event.source.postMessage("sent");
})()));`;

type Client = ReturnType<typeof import("#scanner/client/client.ts").createClient>;

/** The globals of the page; `evaluate` runs there. */
declare global {
  var parts: PageParts;
  var settings: ReturnType<typeof clientSettings>;
  var client: Client;
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
      onDone: (_, { state }) => reported.push(state),
      onRefused: (_, { error_code }) => reported.push(error_code),
    });
    return client.loaded;
  });

/** Queues saves of goods from a number on. */
export const save = (page: Page, from: number, count: number) =>
  page.evaluate(
    async ({ from, count }) => {
      for (let goods = from; goods < from + count; goods += 1)
        await client.write("post-box", {
          box_no: `BX${goods}`,
          zongpai: `PO${goods}`,
          quantity: 1,
        });
    },
    { from, count },
  );

export const waiting = (page: Page): Promise<number> =>
  page.evaluate(() => client.entries().length);
