import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { onSites } from "./rig.ts";
import {
  answered,
  count,
  isInstalled,
  mode,
  nothingLate,
  nothingWaits,
  offline,
  online,
  reload,
  scan,
  scanned,
  shelve,
  showsLate,
  stored,
  tap,
} from "./steps.ts";

/** Page script: a browser that forbids all storage. The client's own tests have more kinds. */
const forbidding = `
const no = () => Promise.reject(new DOMException("no", "SecurityError"));
IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); };
LockManager.prototype.request = ServiceWorkerContainer.prototype.register = no;
globalThis.BroadcastChannel = class { constructor() { throw new DOMException("no", "SecurityError"); } };
`;

/** How long the page waits for a silent storage in its test: longer than loading takes. */
const silenceMs = 12_000;

/** Page script: a browser whose storage never answers. */
const silent = `
IDBFactory.prototype.open = () => ({});
const wait = setTimeout;
globalThis.setTimeout = (run, ms, ...more) => wait(run, ms === 5_000 ? ${silenceMs} : ms, ...more);
`;

onSites("the storage of the worker's page of", (stage, { choice }) => {
  const says = (page: Page, note: string) => page.locator(".plain", { hasText: note });

  test("warns once of scans counted twice, only on a site without keys", async () => {
    const { page, goods, shelves } = await stage.opened();
    const note = says(page, stage.words().notes.keyless);
    await expect
      .poll(() => note.count())
      .toBe(stage.site().extensions.idempotencyKey === false ? 1 : 0);
    await shelve(page, shelves[0], "recorded", goods[0]);
    await expect.poll(() => note.count()).toBe(0);
  });

  if (choice !== "demo") return;

  const openedWithout = () => stage.opened({ prepare: (page) => page.addInitScript(forbidding) });

  test("may be forbidden: the page says so and takes one scan at a time", async () => {
    const { page, goods, shelves } = await openedWithout();
    const [first, second, third, fourth] = goods;
    await says(page, stage.words().notes.unkept).waitFor();
    await shelve(page, shelves[0], "recorded", first, second);
    await offline(page);
    await scanned(page, "kept", third);
    await scanned(page, "refused", fourth, { value: stage.words().outcomes.notKept });
    expect(await count(page, "waiting")).toBe(1);
    await online(page);
    await nothingWaits(page);
    expect(await stage.placesOf(third)).toEqual([shelves[0].value]);
    expect(await stage.placesOf(fourth)).toEqual([]);
    await mode(page, 1);
    await showsLate(page, "refused", fourth);
    await tap(page, "seen");
    await nothingLate(page);
  });

  test("may never answer: the page works after one time-out", async () => {
    const { page, goods, shelves } = await stage.opened({
      prepare: (opening) => opening.addInitScript(silent),
    });
    expect(await page.evaluate<number>("performance.now()")).toBeLessThan(2 * silenceMs);
    await says(page, stage.words().notes.unkept).waitFor();
    await shelve(page, shelves[0], "recorded", goods[0]);
  });

  test("may be forbidden: the page offers no job of many scans", async () => {
    const { page, goods, shelves } = await openedWithout();
    for (const label of goods.slice(0, 3)) await stage.place(label, shelves[0]);
    await mode(page, 3);
    await scan(page, shelves[0]);
    await page.locator(".found .line").nth(2).waitFor();
    expect(await page.locator('.found [data-test="act"]').first().textContent()).toBe(
      stage.words().acts.check,
    );
  });

  test("may be forbidden: the board opens", async () => {
    const { page } = await openedWithout();
    await page.goto(stage.address("board"));
    await page.locator("#areas").waitFor({ state: "attached" });
  });

  test("caches no answer about who is signed in", async () => {
    const { page } = await stage.opened();
    await isInstalled(page);
    await reload(page);
    await answered(page);
    const ask = () => page.evaluate<number>("fetch('me').then(({ status }) => status, () => 0)");
    expect(await ask()).toBeGreaterThanOrEqual(200);
    await offline(page);
    expect(await ask()).toBe(0);
    const kept = await page.evaluate<string[]>(
      "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((one) => one.keys())))).then((all) => all.flat().map(({ url }) => url))",
    );
    expect(kept.filter((url) => url.endsWith("/worker"))).toHaveLength(1);
    expect(kept.filter((url) => url.endsWith("/me"))).toEqual([]);
  });

  test.each([
    ["its user", "Storage.clearDataForOrigin"],
    ["another page", undefined],
  ] as const)("is filled again when %s empties it, and the page warns", async (_, how) => {
    const { page, goods, shelves } = await stage.opened();
    const kept = goods.slice(0, 3);
    await isInstalled(page);
    await offline(page);
    await shelve(page, shelves[0], "kept", ...kept);
    if (how) {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send(how, { origin: stage.origin(), storageTypes: "all" });
    } else
      await page.evaluate(
        `indexedDB.databases().then((all) => all.forEach(({ name }) => indexedDB.deleteDatabase(name)))`,
      );
    await says(page, stage.words().notes.emptied).waitFor();
    await expect.poll(() => stored(page)).toBe(3);
    await online(page);
    await answered(page);
    for (const label of kept) expect(await stage.placesOf(label)).toEqual([shelves[0].value]);
  });

  test("is separate for each stage on one origin: queue, key and person", async () => {
    const { page: first, goods, shelves } = await stage.opened();
    const scope = new URL(stage.address("")).pathname;
    await offline(first);
    await shelve(first, shelves[0], "kept", goods[0]);
    const second = await first.context().newPage();
    stage.network.fateOf = ({ method }) => (method === "GET" ? undefined : "drop");
    await online(first);
    await stage.open(second, `${stage.origin()}/of-other${scope}worker`);
    expect(await count(second, "waiting")).toBe(0);
    const names: string[] = await second.evaluate(
      `indexedDB.databases().then((all) => all.map(({ name }) => name).sort())`,
    );
    expect(names).toEqual(
      ["device", "scan-queue"].flatMap((what) =>
        [scope, `/of-other${scope}`].map((path) => `${what} demo local ${path}`),
      ),
    );
    await second.close();
    stage.network.fateOf = () => undefined;
    await first.bringToFront();
    await answered(first);
  });
});
