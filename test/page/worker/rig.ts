import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { chooseSite } from "#infra/choose-site.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { startStage } from "#infra/local/stage.ts";
import { within } from "#lib/domain/operation.ts";
import { routesOf } from "#lib/routes.ts";
import { openTable } from "#lib/store/client.ts";
import { historyOf } from "#lib/store/history.ts";
import { erpRowsOf } from "../../../commands/fixture.ts";
import { browserOfBlock, phone } from "../browser.ts";
import { configureIn } from "../tours/configure.ts";
import { type Label, labelsOf, type Row } from "../tours/labels.ts";

/** Both sites, on which the worker's page is tested. */
export const sites = [
  { name: "demo", choice: "demo", suffixes: ["Enter", "Tab"] },
  { name: "odd", choice: "test/site/odd.ts", suffixes: ["Enter"] },
] as const;

export type Passing = { readonly method: string; readonly path: string };

/** A request passes, its answer is lost, or it never reaches the service. */
export type Fate = "pass" | "lose" | "cut";

/** An ERP that knows so many of the labels. */
const erpOf = async (choice: string, folder: string, known: number): Promise<string> => {
  const file = join(folder, "erp.sqlite");
  const site = await chooseSite(choice);
  const { goods, boxes } = labelsOf(site, known);
  const names = { goods: goods.map(({ value }) => value), boxes: boxes.map(({ value }) => value) };
  createErpDatabase(file, site, erpRowsOf(names, site.formats.quantity.most, site));
  return file;
};

/** A stage of a site behind a faulty network, and a browser, for the tests of a block; with the demo ERP, or one that knows more labels. */
export const worker = (choice: string, known?: number) => {
  const browser = browserOfBlock();
  const folder = mkdtempSync(join(tmpdir(), "worker-page-"));
  const requests: Passing[] = [];
  const sound = {
    fateOf: (_: Passing): Fate => "pass",
    /** Changes a file of the pages on its way. */
    edit: (text: string, _path: string) => text,
    /** The key that is sent in the place of the page's. */
    key: undefined as string | undefined,
  };
  const network = { ...sound };
  let stage: Awaited<ReturnType<typeof startStage>>;
  let origin = "";
  let tours = 0;
  const gate = createServer(async (received, response) => {
    const { method = "", url = "", headers } = received;
    // Whatever stands before the paths, such as a stage's name, leads to this stage.
    const path = url.replace(/^\/of-\w+/, "");
    const { hostname, port } = new URL(stage.url);
    const passing = { method, path };
    requests.push(passing);
    const fate = network.fateOf(passing);
    if (fate === "cut") return received.socket.destroy();
    const onPage = path.startsWith(new URL(address()).pathname.replace(/worker$/, ""));
    const isText = onPage && !path.endsWith(".wasm");
    const sent = {
      ...headers,
      // The stage answers this machine's names alone.
      host: "localhost",
      ...(isText ? { "accept-encoding": "identity" } : {}),
      ...(network.key ? { "x-api-key": network.key } : {}),
    };
    // A connection for each: one that is kept may just have been closed.
    const onward = request(
      { hostname, port, path, method, headers: sent, agent: false },
      async (answer) => {
        const body = Buffer.concat(await answer.toArray());
        if (fate === "lose") return received.socket.destroy();
        if (!isText)
          return response.writeHead(answer.statusCode ?? 500, answer.rawHeaders).end(body);
        const { "content-length": _, ...kept } = answer.headers;
        const edited = gzipSync(network.edit(body.toString(), path));
        const coded = { ...kept, "content-encoding": "gzip" };
        return response.writeHead(answer.statusCode ?? 500, coded).end(edited);
      },
    );
    onward.on("error", () => received.socket.destroy());
    received.pipe(onward);
    return undefined;
  });
  beforeAll(async () => {
    const erpSqlite = known === undefined ? undefined : await erpOf(choice, folder, known);
    stage = await startStage({
      site: choice,
      port: 0,
      dataDir: folder,
      erpSqlite,
      limits: { budget: 45_000, attempt: 10_000 },
    });
    await once(gate.listen(0, "127.0.0.1"), "listening");
    origin = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    gate.closeAllConnections();
    await new Promise((resolve) => gate.close(resolve));
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  afterEach(() => void Object.assign(network, sound));
  const address = () =>
    `${origin}${stage.site.basePath}${stage.site.pages ? stage.site.pages.path : ""}/worker`;
  /** Opens the page, and waits until it hears a scanner. */
  const open = async (page: Page, at = address()) => {
    await page.goto(at);
    await hears(page);
  };
  return {
    network,
    requests,
    /** What was sent that changes something. */
    writes: () => {
      const writing = routesOf(stage.site).filter(({ kind }) => kind === "write");
      return requests.filter((one) =>
        writing.some(
          ({ method, path }) => method === one.method && one.path.split("?")[0] === path,
        ),
      );
    },
    stage: () => stage,
    site: () => stage.site,
    /** What the page says, in the site's language. */
    words: () => {
      if (!stage.site.pages) throw new Error("The site has no pages.");
      return { ...stage.site.pages.words[0].both, ...stage.site.pages.words[0].worker };
    },
    origin: () => origin,
    address,
    labels: (count?: number) => labelsOf(stage.site, count),
    /** Labels that no other tour of the file uses: of four there are enough. */
    tourLabels: () => {
      const { goods, boxes, shelves } = labelsOf(stage.site);
      const from = tours++;
      return {
        goods: goods.slice(4 * from) as Row,
        boxes: boxes.slice(2 * from) as Row,
        shelves: shelves.slice(from) as Row,
      };
    },
    table: () => openTable({ name: stage.table, endpoint: stage.dynamodb.endpoint }),
    configure: (zongpai: string) => configureIn(stage, zongpai),
    ...browser,
    open,
    /** The page in a browser of its own, on a handheld's screen. */
    opened: async (prepare: (page: Page) => Promise<unknown> = async () => {}) => {
      const page = await browser.newPage(phone);
      await prepare(page);
      await open(page);
      return page;
    },
    /** Enters a small quantity on the number pad, and saves. */
    saveFew: async (page: Page) => {
      const keys = stage.site.formats.quantity.decimals > 0 ? [10, 9, 1] : [1];
      for (const key of keys) await page.locator(".pad .btn").nth(key).click();
      await page.locator(".save").click();
    },
  };
};

/** Goes to a part of the page: 0 shelve, 1 box, 2 attach, 3 look up. */
export const mode = (page: Page, at: number) => page.locator(".modes button").nth(at).click();

/** The page can work without a network. */
export const isInstalled = (page: Page) =>
  page.evaluate("navigator.serviceWorker.ready.then(() => {})");

/** The page is there, and the scanner's field has the focus. */
export const hears = (page: Page): Promise<unknown> =>
  page.locator(".scan:focus").waitFor({ state: "attached" });

/** In a page: opens its queue. */
const queueOpening = `const { name } = (await indexedDB.databases()).find(({ name }) => /^scan-queue .*\\/$/.test(name));
  const opening = indexedDB.open(name);`;

/** How much waits in the storage of a page; a refusal stays there until it is understood. The header counts a moment later. */
export const stored = (page: Page): Promise<number> =>
  page.evaluate(`new Promise(async (resolve) => {
  ${queueOpening}
  opening.onsuccess = () => {
    const counting = opening.result.transaction("entries").objectStore("entries").count();
    counting.onsuccess = () => resolve(opening.result.close() ?? counting.result);
  };
})`);

/** All that a page has kept in the databases of its origin, as text. */
export const keptBy = (page: Page): Promise<string> =>
  page.evaluate(`(async () => {
    const rows = [];
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const asked = opening.result.transaction("entries").objectStore("entries").getAll();
          asked.onsuccess = () => resolve(rows.push(...asked.result) && opening.result.close());
        };
      });
    return JSON.stringify(rows);
  })()`);

/** Lets a page store nothing, as a slow device, until the result is called. */
export const holdStorage = async (page: Page): Promise<() => Promise<unknown>> => {
  await page.evaluate(`new Promise(async (resolve) => {
  ${queueOpening}
  opening.onsuccess = () => {
    const entries = opening.result.transaction("entries", "readwrite").objectStore("entries");
    globalThis.isHeld = true;
    const hold = () => isHeld ? (entries.count().onsuccess = hold) : opening.result.close();
    resolve(hold() && undefined);
  };
})`);
  return () => page.evaluate("globalThis.isHeld = false");
};

/** Waits until every stored scan of the page is answered. */
export const answered = (page: Page): Promise<void> =>
  expect
    .poll(async () => (await stored(page)) - (await count(page, "refused")), { timeout: 600_000 })
    .toBe(0);

/** How much the header counts. */
export const count = async (page: Page, what: "waiting" | "refused"): Promise<number> =>
  Number(await page.locator(`[data-test="${what}"] b`).textContent());

/** Where goods were, and what else was done with them, in its order. */
export const placesOf = async (
  table: ReturnType<typeof openTable>,
  { value }: Label,
): Promise<string[]> => {
  const history = await historyOf(table, { zongpai: value }, within(30_000));
  return history.map(({ event }) => (event.kind === "moved" ? (event.location ?? "") : event.kind));
};

/** In the page: what sounds and shakes. */
export const spies = `
globalThis.seen = { tones: [], shakes: [] };
navigator.vibrate = (pattern) => seen.shakes.push(pattern.join(" "));
const Tone = OscillatorNode;
globalThis.OscillatorNode = class extends Tone {
  constructor(context, options) { super(context, options); this.says = options.type + " " + options.frequency; }
  start(at) { super.start(at); seen.tones.push(this.says); }
};
`;

type Seen = Readonly<Record<"tones" | "shakes", string[]>>;
export const seenBy = (page: Page) => page.evaluate<Seen>("globalThis.seen");
