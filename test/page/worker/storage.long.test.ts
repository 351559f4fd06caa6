// A long test: the worker's page in browsers that keep nothing, that are emptied, or that keep the queues of several stages.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { inChromium } from "../browser.ts";
import { scan, shows } from "../tours/worker-tour.ts";
import { answered, count, hears, isInstalled, placesOf, sites, stored, worker } from "./rig.ts";

/** In a page: what becomes of IndexedDB; `hurried` keeps the page's own patience. */
const without = {
  "has none": `Object.defineProperty(globalThis, "indexedDB", { value: undefined });`,
  "forbids it": `IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };`,
  "never opens it": `globalThis.hurried = true; IDBFactory.prototype.open = () => ({});`,
  "never ends a transaction": `globalThis.hurried = true;
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...how) {
      const made = transaction.apply(this, how);
      Object.defineProperty(made, "oncomplete", { set() {} });
      return made;
    };`,
  "ends a transaction without an error": `const { put, delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = IDBObjectStore.prototype.delete = function () { this.transaction.abort(); };`,
  "forbids locks, channels and service workers, too": `const no = () => Promise.reject(new DOMException("no", "SecurityError"));
    IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };
    LockManager.prototype.request = ServiceWorkerContainer.prototype.register = no;
    globalThis.BroadcastChannel = class { constructor() { throw new DOMException("no", "SecurityError"); } };`,
};

inChromium.each(sites)("the storage of the worker's page of $name", ({ choice }) => {
  const stage = worker(choice);
  const notes = () => stage.words().notes;
  const told = (page: Page, note: string) => page.locator(".plain", { hasText: note }).waitFor();

  test("says once that a site without keys may count a scan twice, and nothing of it on others", async () => {
    const { goods, shelves } = stage.labels();
    const page = await stage.opened();
    const note = page.locator(".plain", { hasText: notes().keyless });
    const keyless = stage.site().extensions.idempotencyKey === false;
    expect(await note.count()).toBe(keyless ? 1 : 0);
    await scan(page, shelves[0]);
    await scan(page, goods[0]);
    await shows(page, "recorded", goods[0]);
    expect(await note.count()).toBe(0);
  });

  if (choice !== "demo") return;

  test.each(Object.entries(without))(
    "is not needed in a browser that %s: the page says so, and takes one scan after the other",
    async (_, spoil) => {
      const { goods, shelves } = stage.tourLabels();
      const page = await stage.opened((page) => page.addInitScript(spoil));
      await told(page, notes().unkept);
      await scan(page, shelves[0]);
      for (const label of goods.slice(0, 2)) {
        await scan(page, label);
        await shows(page, "recorded", label);
      }
      await page.context().setOffline(true);
      await page.locator('[data-test="state"][data-state="offline"]').waitFor();
      const [, , third, fourth] = goods;
      await scan(page, third);
      await shows(page, "kept", third);
      await scan(page, fourth);
      await shows(page, "refused", fourth, { value: stage.words().outcomes.notKept });
      expect(await count(page, "waiting")).toBe(1);
      await page.context().setOffline(false);
      await expect.poll(() => count(page, "waiting")).toBe(0);
      expect(await placesOf(stage.table(), third)).toEqual([shelves[0].value]);
      expect(await placesOf(stage.table(), fourth)).toEqual([]);
      await page.goto(stage.address().replace(/worker$/, "board"));
      await page.locator("#areas").waitFor({ state: "attached" });
    },
  );

  test.each([
    ["its user", "Storage.clearDataForOrigin"],
    ["another page", undefined],
  ] as const)(
    "is filled again when %s empties it, and the page says that scans are kept less safely",
    async (_, how) => {
      const { goods, shelves } = stage.tourLabels();
      const page = await stage.opened();
      await isInstalled(page);
      await page.context().setOffline(true);
      await scan(page, shelves[0]);
      for (const label of goods.slice(0, 3)) {
        await scan(page, label);
        await shows(page, "kept", label);
      }
      if (how) {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send(how, { origin: stage.origin(), storageTypes: "all" });
      } else
        await page.evaluate(
          `indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))`,
        );
      await told(page, notes().emptied);
      await expect.poll(() => stored(page)).toBe(3);
      await page.context().setOffline(false);
      await answered(page);
      for (const label of goods.slice(0, 3))
        expect(await placesOf(stage.table(), label)).toEqual([shelves[0].value]);
    },
  );

  test("is another one for another stage on the same origin: queue, key, and who scans", async () => {
    const { goods, shelves } = stage.tourLabels();
    const { pathname } = new URL(stage.address());
    const first = await stage.opened();
    await first.context().setOffline(true);
    await scan(first, shelves[0]);
    await scan(first, goods[0]);
    await shows(first, "kept", goods[0]);
    const second = await first.context().newPage();
    await first.context().setOffline(false);
    stage.network.fateOf = ({ method }) => (method === "GET" ? "pass" : "cut");
    await second.goto(`${stage.origin()}/of-other${pathname}`);
    await hears(second);
    expect(await count(second, "waiting")).toBe(0);
    const names: string[] = await second.evaluate(
      `indexedDB.databases().then((all) => all.map(({ name }) => name).sort())`,
    );
    const scope = pathname.replace(/worker$/, "");
    expect(names).toEqual(
      ["device", "scan-queue"].flatMap((what) =>
        [scope, `/of-other${scope}`].map((path) => `${what} demo local ${path}`),
      ),
    );
    await second.close();
    stage.network.fateOf = () => "pass";
    await first.bringToFront();
    await answered(first);
  });
});
