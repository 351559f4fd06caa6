import {
  type Database,
  type DatabaseFactory,
  type DatabaseRequest,
  navigator,
  type ObjectStore,
} from "./browser.ts";
import type { Entry } from "./entry.ts";
import type { Feed, QueueStorage } from "./storage.ts";

declare const indexedDB: DatabaseFactory;

/** A browser counts as silent if it does not answer in this time. */
const answerTimeoutMs = 5_000;
const silenceError = () => new Error("The storage does not answer");

const resultOf = <T>(request: DatabaseRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => reject(silenceError()), answerTimeoutMs);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Stores rows by `id` in a separate database. Every call ends, even if the browser is silent. */
export const createRowStore = <Row extends { readonly id: string }>(
  name: string,
  durability: "strict" | "relaxed",
) => {
  let opening: Promise<Database> | undefined;
  /** Identifies this database. A later one with the same `name` has another value. */
  let made: string | undefined;
  let onEmptied = () => {};
  const openDatabase = async (): Promise<Database> => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "id" });
      request.result.createObjectStore(`made ${Math.random()}`);
    };
    const database = await resultOf(request);
    database.onclose = database.onversionchange = () => {
      database.close();
      opening = undefined;
      openAgain(9);
    };
    const madeBefore = made;
    made = `${[...database.objectStoreNames]}`;
    if (madeBefore && madeBefore !== made) onEmptied();
    return database;
  };
  const openStore = async (mode: "readonly" | "readwrite"): Promise<ObjectStore> => {
    opening ??= openDatabase().catch((error) => {
      opening = undefined;
      throw error;
    });
    const database = await opening;
    return database.transaction("entries", mode, { durability }).objectStore("entries");
  };

  /** Reopens the database, because it may have been removed. This creates a new one once the browser has finished the removal. */
  const openAgain = (tries: number) =>
    void openStore("readonly").catch(() => tries && setTimeout(openAgain, 1_000, tries - 1));

  return {
    made: () => made,
    onEmptied: (run: () => void): void => {
      onEmptied = run;
    },
    /** Replaces each row by the result of `change`, all or none, in one step. */
    update: async (
      ids: readonly string[],
      change: (stored: Row | undefined, id: string) => Row | undefined,
    ) => {
      const store = await openStore("readwrite");
      const { transaction } = store;
      return new Promise<void>((resolve, reject) => {
        setTimeout(() => {
          setTimeout(() => reject(silenceError()), answerTimeoutMs);
          try {
            // Abort, because a row that is reported as not stored must not be stored later.
            transaction.abort();
          } catch {}
        }, answerTimeoutMs);
        transaction.oncomplete = () => resolve();
        transaction.onabort = async () => {
          // A new error, because it has the used and allowed bytes. The browser's own error can be missing, and accepts no more fields.
          const { name, message } = (transaction.error ?? silenceError()) as Error;
          const usage =
            name === "QuotaExceededError" &&
            (await navigator?.storage?.estimate?.().catch(() => {}));
          reject(Object.assign(new Error(message), { name }, usage));
        };
        for (const id of ids) {
          const request = store.get(id);
          request.onsuccess = () => {
            const changed = change(request.result as Row | undefined, id);
            if (!changed) store.delete(id);
            else if (changed !== request.result) store.put(changed);
          };
        }
      });
    },
    load: async () => resultOf((await openStore("readonly")).getAll()) as Promise<Row[]>,
  };
};

/**
 * Stores the queue in IndexedDB, for pages and service workers. A write is on the disk before it counts. If the disk is full, `update`
 * rejects with "QuotaExceededError", with its `usage` and `quota` in bytes. `name` must contain the site, stage and path, because all pages
 * of an origin share a database of the same name.
 */
export const indexedDbStorage = (name: string): QueueStorage => {
  navigator?.storage?.persist?.().catch(() => {});
  return {
    ...createRowStore<Entry>(name, "strict"),
    name,
    feed: () => new BroadcastChannel(name) as Feed,
  };
};
