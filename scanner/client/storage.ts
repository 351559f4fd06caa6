import type { Entry } from "./entry.ts";
import type { PageMessage } from "./page-messages.ts";

type MaybePromise<T> = T | Promise<T>;

/** The part of a BroadcastChannel that is used. */
export type Feed = {
  readonly postMessage: (message: PageMessage) => void;
  readonly close: () => void;
  onmessage(event: { readonly data: PageMessage }): unknown;
};

/** Where the queue survives a restart. */
export type QueueStorage = {
  readonly load: () => MaybePromise<readonly Entry[]>;
  /**
   * Replaces the entry of each id by the result of `change`, all or none, in one step that no other page can interrupt; `undefined` is no
   * entry. When it resolves, the change survives a crash.
   */
  readonly update: (
    ids: readonly string[],
    change: (stored: Entry | undefined, id: string) => Entry | undefined,
  ) => MaybePromise<void>;
  /**
   * Identifies the current storage. If the value changes, the user or the system has emptied the storage. An entry that is missing under
   * the same value was taken back.
   */
  readonly made?: () => unknown;
  /** Runs it when the storage was emptied. */
  readonly onEmptied?: (run: () => void) => void;
  /** Under this name the pages on one storage agree which one sends. Without it this queue is the only one. */
  readonly name?: string;
  /** A channel between the pages on this storage: each message reaches all others. */
  readonly feed?: () => Feed;
};

/** Keeps the queue for as long as the program runs; it is lost with it. */
export const memoryStorage = (): QueueStorage => {
  const entries = new Map<string, Entry>();
  return {
    load: () => [...entries.values()],
    update: (ids, change) => {
      const changed = ids.map((id) => [id, change(entries.get(id), id)] as const);
      for (const [id, entry] of changed)
        if (entry) entries.set(id, entry);
        else entries.delete(id);
    },
  };
};
