import { browser, type Database } from "./browser.ts";
import { lease } from "./lease.ts";
import type { QueueStorage } from "./storage.ts";
import type { Entry } from "./types.ts";

/** Under these names earlier versions kept entries in `localStorage`. */
const before = "scan-queue.";

type Kept = { readonly id: string };

/** A full storage is rejected with how many bytes are used, of how many that the browser allows. */
const fullness = async (error: unknown) => Object.assign(error as Error, await browser.navigator?.storage?.estimate?.().catch(() => {}));

/**
 * Keeps the queue in IndexedDB, each write on the disk before it counts: for pages and service workers. It takes over what an
 * earlier version left in `localStorage`. When it is full, `update` rejects with
 * "QuotaExceededError", its `usage` and its `quota` in bytes.
 */
export const indexedDbStorage = (name = "scan-queue"): QueueStorage => {
  let opened: Promise<Database> | undefined;
  const open = () => {
    opened ??= new Promise<Database>((resolve, reject) => {
      const request = browser.indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        for (const store of ["entries", "lease"]) request.result.createObjectStore(store, { keyPath: "id" });
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const database = request.result;
        const forget = () => {
          opened = undefined;
          database.close();
        };
        database.onclose = forget;
        database.onversionchange = forget;
        resolve(database);
      };
    });
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };

  const change = async <T extends Kept>(store: "entries" | "lease", id: string, make: (kept: T | undefined) => T | undefined) => {
    const database = await open();
    return new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(store, "readwrite", { durability: store === "entries" ? "strict" : "relaxed" });
      const kept = transaction.objectStore(store);
      const found = kept.get(id);
      found.onsuccess = () => {
        const made = make(found.result as T | undefined);
        if (!made) kept.delete(id);
        else if (made !== found.result) kept.put(made);
      };
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => void fullness(transaction.error).then(reject);
    });
  };

  const update: QueueStorage["update"] = (id, make) => change("entries", id, make);

  const takeOver = async () => {
    const items = browser.localStorage;
    for (const key of items ? Object.keys(items).filter((item) => item.startsWith(before)) : [])
      try {
        const entry = JSON.parse(items?.getItem(key) ?? "") as Entry;
        // localStorage forgets its last seconds in a crash: it may have been sent.
        await update(entry.id, (kept) => kept ?? { ...entry, sent: true });
        items?.removeItem(key);
      } catch {
        // Another version's, or not ours.
      }
  };

  return {
    name,
    update,
    load: async () => {
      void browser.navigator?.storage?.persist?.().catch(() => {});
      await takeOver();
      const database = await open();
      return new Promise((resolve, reject) => {
        const all = database.transaction("entries", "readonly").objectStore("entries").getAll();
        all.onsuccess = () => resolve(all.result as Entry[]);
        all.onerror = () => reject(all.error);
      });
    },
    lease: (world, taken, lost) => lease((make) => change("lease", "sender", make), world, taken, lost),
    feed: (hear) => {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }) => hear(data);
      return { tell: (news) => channel.postMessage(news), close: () => channel.close() };
    },
  };
};
