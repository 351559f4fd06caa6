import type { Entry } from "./types.ts";

type Eventually<T> = T | Promise<T>;

/** Where the queue survives a restart. An entry that `put` has taken must be in `load` after a crash. */
export type QueueStorage = {
  readonly load: () => Eventually<readonly Entry[]>;
  /** Adds an entry, or replaces the one of the same id. */
  readonly put: (entry: Entry) => Eventually<void>;
  readonly remove: (id: string) => Eventually<void>;
};

/** Keeps the queue for as long as the program runs; it is lost with it. */
export const memoryStorage = (): QueueStorage => {
  const kept = new Map<string, Entry>();
  return {
    load: () => [...kept.values()],
    put: (entry) => void kept.set(entry.id, entry),
    remove: (id) => void kept.delete(id),
  };
};

/** The part of `localStorage` that is used. */
export type WebStorage = {
  readonly length: number;
  readonly key: (index: number) => string | null;
  readonly getItem: (name: string) => string | null;
  readonly setItem: (name: string, value: string) => void;
  readonly removeItem: (name: string) => void;
};

/**
 * Keeps the queue in `localStorage`, one item an entry: two tabs never overwrite each other's scans, at worst both send one, with
 * the same key. An item that does not parse is left alone: it is a later version's, or not ours.
 */
export const webStorage = (store: WebStorage, prefix = "scan-queue."): QueueStorage => ({
  load: () =>
    Array.from({ length: store.length }, (_, at) => store.key(at) ?? "").flatMap((name) => {
      try {
        return name.startsWith(prefix) ? [JSON.parse(store.getItem(name) ?? "") as Entry] : [];
      } catch {
        return [];
      }
    }),
  put: (entry) => store.setItem(prefix + entry.id, JSON.stringify(entry)),
  remove: (id) => store.removeItem(prefix + id),
});
