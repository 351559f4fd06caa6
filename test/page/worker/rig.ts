import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { chooseSite } from "#infra/choose-site.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { startStage } from "#infra/local/stage.ts";
import { within } from "#lib/domain/operation.ts";
import type { Fields, WriteId } from "#lib/page/requests.ts";
import { routesOf } from "#lib/routes.ts";
import { openTable } from "#lib/store/client.ts";
import { historyOf } from "#lib/store/history.ts";
import { erpRowsOf } from "../../../commands/fixture.ts";
import { wayTo } from "../../support/way-to.ts";
import { browserOfBlock, phone } from "../browser.ts";
import { type Label, labelsOf, type Row } from "../tours/labels.ts";
import { configureIn, saveIn } from "../tours/save-in.ts";

/** Both sites, on which the worker's page is tested. */
export const sites = [
  { name: "demo", choice: "demo", suffixes: ["Enter", "Tab"] },
  { name: "odd", choice: "test/site/odd.ts", suffixes: ["Enter"] },
] as const;

type Passing = { readonly method: string; readonly path: string };

/** A request passes, its answer is lost, or it never reaches the service. */
type Fate = "pass" | "lose" | "drop";

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
  let way: Awaited<ReturnType<typeof wayTo>>;
  let tours = 0;
  const address = () =>
    `${way.url}${stage.site.basePath}${stage.site.pages ? stage.site.pages.path : ""}/worker`;
  const isEdited = (path: string) =>
    network.edit !== sound.edit &&
    path.startsWith(new URL(address()).pathname.replace(/worker$/, "")) &&
    !path.endsWith(".wasm");
  beforeAll(async () => {
    let erpSqlite: string | undefined;
    if (known !== undefined) {
      erpSqlite = join(folder, "erp.sqlite");
      const site = await chooseSite(choice);
      const labels = labelsOf(site, known);
      const [goods, boxes] = [labels.goods, labels.boxes].map((all) =>
        all.map(({ value }) => value),
      );
      const names = { goods: goods ?? [], boxes: boxes ?? [] };
      createErpDatabase(erpSqlite, site, erpRowsOf(names, site.formats.quantity.most, site));
    }
    stage = await startStage({
      site: choice,
      port: 0,
      dataDir: folder,
      erpSqlite,
      limits: { budget: 45_000, attempt: 10_000 },
    });
    way = await wayTo(stage.url, {
      meet: (asked, passed) => {
        // Whatever stands before the paths, such as a stage's name, leads to this stage.
        asked.target = asked.target.replace(/^\/of-\w+/, "");
        const { method, target: path } = asked;
        requests.push({ method, path });
        // The stage answers this machine's names alone.
        passed.host = "localhost";
        if (isEdited(path)) passed["accept-encoding"] = "identity";
        if (network.key) passed["x-api-key"] = network.key;
        const fate = network.fateOf({ method, path });
        return fate === "pass" ? undefined : fate;
      },
      change: (answer, { target }) => {
        if (isEdited(target)) answer.body = network.edit(answer.body, target);
      },
    });
  });
  afterAll(async () => {
    way?.stop();
    await stage?.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  afterEach(() => void Object.assign(network, sound));
  /** Opens the page, and waits until it hears a scanner. */
  const open = async (page: Page, at = address()) => {
    await page.goto(at);
    await hears(page);
  };
  const table = () => openTable({ name: stage.table, endpoint: stage.dynamodb.endpoint });
  const eventsOf = ({ value: zongpai }: Pick<Label, "value">) =>
    historyOf(table(), { zongpai }, within(30_000));
  const save = <Id extends WriteId>(route: Id, fields: Partial<Fields<Id>>) =>
    saveIn(stage, route, fields);
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
    origin: () => way.url,
    address,
    boardAddress: () => address().replace(/worker$/, "board"),
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
    table,
    /** What another scanner sends, and what became of it. */
    save,
    place: ({ value: zongpai }: Label, { value: location }: Label) =>
      save("post-trace-location", { zongpai, location }),
    configure: (zongpai: string) => configureIn(stage, zongpai),
    /** Where goods were, and what else was done with them, in its order. */
    placesOf: async (label: Pick<Label, "value">) =>
      (await eventsOf(label)).map(({ event }) =>
        event.kind === "moved" ? (event.location ?? "") : event.kind,
      ),
    whoDid: async (label: Pick<Label, "value">) => (await eventsOf(label)).map(({ who }) => who),
    ...browser,
    open,
    /** The page in a browser of its own, on a handheld's screen, which notes what it sounds and shakes. */
    opened: async (prepare: (page: Page) => Promise<unknown> = async () => {}) => {
      const page = await browser.newPage(phone);
      await page.addInitScript(spies);
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

/** Without the network, or with it again; the header says so. */
export const offline = async (page: Page): Promise<void> => {
  await page.context().setOffline(true);
  await page.locator('[data-test="state"][data-state="offline"]').waitFor();
};
export const online = (page: Page): Promise<void> => page.context().setOffline(false);

/** By the header nothing waits. */
export const nothingWaits = (page: Page): Promise<void> =>
  page.locator('[data-test="waiting"]:not([data-outcome])').waitFor();

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
  Number(await page.getByTestId(what).locator("b").textContent());

/** In the page: what sounds, how loud, and what shakes. */
const spies = `
globalThis.seen = { tones: [], gains: [], shakes: [] };
navigator.vibrate = (pattern) => seen.shakes.push(pattern.join(" "));
const Tone = OscillatorNode;
globalThis.OscillatorNode = class extends Tone {
  constructor(context, options) { super(context, options); this.says = options.type + " " + options.frequency; }
  start(at) { super.start(at); seen.tones.push(this.says); }
};
const Gain = GainNode;
globalThis.GainNode = class extends Gain {
  constructor(context, options) { super(context, options); seen.gains.push(options.gain); }
};
`;

/** What sounded and shook since somebody forgot it. */
export const seenBy = (page: Page) =>
  page.evaluate<Readonly<Record<"tones" | "shakes", string[]>> & { gains: number[] }>("seen");
export const forgetSeen = (page: Page) =>
  page.evaluate("seen.tones.length = seen.gains.length = seen.shakes.length = 0");
