import { type Database, type Databases, navigator, type Request } from "./browser.ts";
import type { Feed, QueueStorage } from "./storage.ts";
import type { Entry } from "./types.ts";

declare const indexedDB: Databases;

const resultOf = <T>(request: Request<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Rows by their `id` in a database of their own. */
export const rowsOf = <Row extends { readonly id: string }>(
  name: string,
  durability: "strict" | "relaxed",
) => {
  let opened: Promise<Database> | undefined;
  const rows = async (mode: "readonly" | "readwrite") => {
    if (!opened) {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore("entries", { keyPath: "id" });
      opened = resultOf(request);
      const forget = (database?: Database) => {
        opened = undefined;
        database?.close();
      };
      opened.then(
        (database) => {
          database.onclose = database.onversionchange = () => forget(database);
        },
        () => forget(),
      );
    }
    return (await opened).transaction("entries", mode, { durability }).objectStore("entries");
  };

  return {
    /** Replaces a row by what `change` makes of it, in one step. */
    update: async (id: string, change: (kept: Row | undefined) => Row | undefined) => {
      const kept = await rows("readwrite");
      const { transaction } = kept;
      return new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = async () => {
          // A full storage is reported with the bytes used and allowed; nothing can be added to the browser's own error.
          const { name, message } = transaction.error as Error;
          reject(
            Object.assign(
              new Error(message),
              { name },
              await navigator?.storage?.estimate?.().catch(() => {}),
            ),
          );
        };
        const found = kept.get(id);
        found.onsuccess = () => {
          const made = change(found.result as Row | undefined);
          if (!made) kept.delete(id);
          else if (made !== found.result) kept.put(made);
        };
      });
    },
    load: async () => resultOf((await rows("readonly")).getAll()) as Promise<Row[]>,
  };
};

/**
 * Keeps the queue in IndexedDB, each write on the disk before it counts: for pages and service workers. When it is full, `update`
 * rejects with "QuotaExceededError", its `usage` and its `quota` in bytes.
 */
export const indexedDbStorage = (name = "scan-queue"): QueueStorage => {
  navigator?.storage?.persist?.().catch(() => {});
  return { name, ...rowsOf<Entry>(name, "strict"), feed: () => new BroadcastChannel(name) as Feed };
};
