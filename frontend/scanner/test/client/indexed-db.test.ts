import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "#scanner/client/client.ts";
import type { Entry } from "#scanner/client/entry.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import { withLease } from "#scanner/client/lease.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { modelService } from "./model-service.ts";
import { box, settings } from "./rig.ts";

const entry = (id: string, order = 1): Entry => ({
  id,
  order,
  route: "post-box",
  goods: "PO1",
  fields: box(order),
  queuedAt: 1_795_000_000_000,
  sent: false,
});

let browser: InstanceType<typeof IDBFactory>;
beforeEach(() => {
  browser = new IDBFactory();
  vi.stubGlobal("indexedDB", browser);
});
afterEach(() => void vi.unstubAllGlobals());

describe("a queue in IndexedDB", () => {
  it("says that it was emptied only after another one was made in its place", async () => {
    const storage = indexedDbStorage("scans");
    let emptied = 0;
    storage.onEmptied?.(() => {
      emptied += 1;
    });
    await storage.load();
    expect(emptied).toBe(0);
    browser.deleteDatabase("scans");
    await expect.poll(() => emptied).toBe(1);
  });

  it("keeps, changes in one step and forgets entries, over restarts", async () => {
    const storage = indexedDbStorage("scans");
    for (const id of ["a", "b", "c"]) await storage.update([id], () => entry(id));
    const counts = await Promise.all(
      Array.from({ length: 50 }, () =>
        storage.update(["a"], (stored) => stored && { ...stored, order: stored.order + 1 }),
      ),
    );
    await storage.update(["b"], () => undefined);
    expect(counts).toHaveLength(50);
    const again = await indexedDbStorage("scans").load();
    expect(again.map(({ id, order }) => [id, order])).toEqual([
      ["a", 51],
      ["c", 1],
    ]);
  });

  it("asks the browser to keep it, whatever the browser answers", async () => {
    const persist = vi.fn(async () => Promise.reject(new Error("no")));
    Object.assign(navigator, { storage: { persist } });
    const storage = indexedDbStorage("scans");
    Reflect.deleteProperty(navigator, "storage");
    expect(persist).toHaveBeenCalledOnce();
    expect(await storage.load()).toEqual([]);
  });

  it("keeps all entries of one change, or none when it breaks off", async () => {
    const storage = indexedDbStorage("scans");
    const { put } = IDBObjectStore.prototype;
    let puts = 0;
    const spy = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
      this: InstanceType<typeof IDBObjectStore>,
      ...args: Parameters<typeof put>
    ) {
      puts += 1;
      if (puts === 2) this.transaction.abort();
      return put.apply(this, args);
    } as typeof put);
    const ids = ["a", "b", "c"];
    await expect(storage.update(ids, (_, id) => entry(id))).rejects.toThrow();
    spy.mockRestore();
    expect(await storage.load()).toEqual([]);
    await storage.update(ids, (_, id) => entry(id));
    expect((await storage.load()).map(({ id }) => id)).toEqual(ids);
  });
});

describe("a full storage", () => {
  type Spoilt = { readonly transaction: { readonly abort: () => void; error?: unknown } };

  it("rejects a scan and says how full it is; what it has is sent", async () => {
    const service = modelService(
      () => undefined,
      async () => {},
    );
    const world = { ...withLease(), fetch: service.respond, online: () => online };
    let online = false;
    const client = createClient({
      baseUrl: "https://service.example",
      settings,
      storage: indexedDbStorage("scans"),
      world,
    });
    await client.write("post-box", box(1));
    Object.assign(navigator, { storage: { estimate: async () => ({ usage: 999, quota: 1_000 }) } });
    // As in a browser, the transaction aborts with an error object that cannot be extended.
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
      this: Spoilt,
    ) {
      Object.defineProperty(this.transaction, "error", {
        value: Object.freeze(new DOMException("full", "QuotaExceededError")),
      });
      this.transaction.abort();
    } as () => never);
    await expect(client.write("post-box", box(2))).rejects.toMatchObject({
      name: "QuotaExceededError",
      usage: 999,
      quota: 1_000,
    });
    expect(client.entries()).toHaveLength(1);
    online = true;
    client.retry();
    await vi.waitUntil(() => service.recorded.length === 1, 60_000);
    put.mockRestore();
    Reflect.deleteProperty(navigator, "storage");
    client.close();
  });
});

/** A database whose transactions end as the test says. */
const spoilt = (transaction: object) => {
  const database = { transaction: () => ({ objectStore: () => ({ ...store, transaction }) }) };
  const store = { get: () => ({}), getAll: () => request([]), put: () => {}, delete: () => {} };
  const request = <T>(result: T) => {
    const made: { result: T; onsuccess?: () => void } = { result };
    setTimeout(() => made.onsuccess?.());
    return made;
  };
  return { open: () => request({ ...database, objectStoreNames: ["entries"] }) };
};

describe("a browser that keeps nothing", () => {
  const silent = { abort: () => {} };
  const errorless = {
    set onabort(run: () => void) {
      setTimeout(run);
    },
    error: null,
  };
  const forbidden = () => {
    throw new DOMException("no", "SecurityError");
  };
  it.each([
    ["has no IndexedDB", undefined],
    ["forbids it", { open: forbidden }],
    ["never opens it", { open: () => ({}) }],
    ["never ends a transaction", spoilt(silent)],
    ["ends a transaction without an error", spoilt(errorless)],
  ])("is found out within seconds where it %s: nothing waits for ever", async (_, without) => {
    vi.stubGlobal("indexedDB", without);
    vi.useFakeTimers();
    const storage = indexedDbStorage("scans");
    const client = createClient({ baseUrl: "", settings, storage, world: withLease() });
    const ends = [client.loaded, client.write("post-box", box(1)), storage.load()];
    const all = Promise.allSettled(ends);
    await vi.advanceTimersByTimeAsync(15_000);
    const [loaded, written] = await all;
    vi.useRealTimers();
    client.close();
    expect([loaded?.status, written?.status]).toEqual(["rejected", "rejected"]);
  });
});

it("refuses a page without locks that brings no lease", () => {
  const { lock: _, ...world } = surroundings();
  const storage = indexedDbStorage("scans");
  expect(() => createClient({ baseUrl: "", settings, storage, world })).toThrow(/https.*withLease/);
});
