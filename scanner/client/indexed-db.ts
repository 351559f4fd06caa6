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

/** Milliseconds within which a storage answers. */
const answerTimeoutMs = 5_000;
const silenceError = () => new Error("The storage does not answer");

const resultOf = <T>(request: DatabaseRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    setTimeout(() => reject(silenceError()), answerTimeoutMs);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Rows by their `id` in a database of their own. Nothing waits for ever for a storage that is silent. */
export const createRowStore = <Row extends { readonly id: string }>(
  name: string,
  durability: "strict" | "relaxed",
) => {
  let opened: Promise<Database> | undefined;
  /** Names this database: one that is made anew under its name has another. */
  let made: string | undefined;
  let emptied = () => {};
  const open = async (): Promise<Database> => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("entries", { keyPath: "id" });
      request.result.createObjectStore(`made ${Math.random()}`);
    };
    const database = await resultOf(request);
    database.onclose = database.onversionchange = () => {
      database.close();
      opened = undefined;
      look(9);
    };
    const before = made;
    made = `${[...database.objectStoreNames]}`;
    if (before && before !== made) emptied();
    return database;
  };
  const rows = async (mode: "readonly" | "readwrite"): Promise<ObjectStore> => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return (await opened).transaction("entries", mode, { durability }).objectStore("entries");
  };

  /** It was perhaps removed: then it is made again, as soon as the browser has done so. */
  const look = (tries: number) =>
    void rows("readonly").catch(() => tries && setTimeout(look, 1_000, tries - 1));

  return {
    made: () => made,
    onEmptied: (run: () => void): void => {
      emptied = run;
    },
    /** Replaces a row by what `change` makes of it, in one step. */
    update: async (id: string, change: (kept: Row | undefined) => Row | undefined) => {
      const kept = await rows("readwrite");
      const { transaction } = kept;
      return new Promise<void>((resolve, reject) => {
        setTimeout(() => {
          setTimeout(() => reject(silenceError()), answerTimeoutMs);
          try {
            // What is reported as not kept must not be kept.
            transaction.abort();
          } catch {}
        }, answerTimeoutMs);
        transaction.oncomplete = () => resolve();
        transaction.onabort = async () => {
          // A full storage is reported with the bytes used and allowed; nothing can be added to the browser's own error, which may be none.
          const { name, message } = (transaction.error ?? silenceError()) as Error;
          reject(
            Object.assign(
              new Error(message),
              { name },
              name === "QuotaExceededError" &&
                (await navigator?.storage?.estimate?.().catch(() => {})),
            ),
          );
        };
        const found = kept.get(id);
        found.onsuccess = () => {
          const changed = change(found.result as Row | undefined);
          if (!changed) kept.delete(id);
          else if (changed !== found.result) kept.put(changed);
        };
      });
    },
    load: async () => resultOf((await rows("readonly")).getAll()) as Promise<Row[]>,
  };
};

/**
 * Keeps the queue in IndexedDB, each write on the disk before it counts: for pages and service workers. When it is full, `update`
 * rejects with "QuotaExceededError", its `usage` and its `quota` in bytes. `name`: of this site, stage and path, for all pages of an
 * origin share what has the same name.
 */
export const indexedDbStorage = (name: string): QueueStorage => {
  navigator?.storage?.persist?.().catch(() => {});
  return {
    name,
    ...createRowStore<Entry>(name, "strict"),
    feed: () => new BroadcastChannel(name) as Feed,
  };
};
