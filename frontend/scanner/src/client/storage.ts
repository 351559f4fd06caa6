import type { Entry } from "./entry.ts";
import type { PageMessage } from "./page-messages.ts";

type MaybePromise<T> = T | Promise<T>;

/** The part of a BroadcastChannel that the queue uses. */
export type Feed = {
  readonly postMessage: (message: PageMessage) => void;
  readonly close: () => void;
  onmessage(event: { readonly data: PageMessage }): unknown;
};

/** Stores the queue, so that it survives a restart. */
export type QueueStorage = {
  readonly load: () => MaybePromise<readonly Entry[]>;
  /**
   * Replaces the entry of each id by the result of `change`, all or none, in one step that no other page can interrupt; `undefined` means
   * no entry. When it resolves, the change survives a crash.
   */
  readonly update: (
    ids: readonly string[],
    change: (stored: Entry | undefined, id: string) => Entry | undefined,
  ) => MaybePromise<void>;
  /**
   * Identifies the current storage. If the value changes, the user or the system has emptied the storage. If an entry is missing under the
   * same value, it was taken back.
   */
  readonly made?: () => unknown;
  /** Calls `run` when the storage was emptied. */
  readonly onEmptied?: (run: () => void) => void;
  /** The name under which the pages on this storage choose the page that sends. Without a name, this queue is the only one. */
  readonly name?: string;
  /** Opens a channel between the pages on this storage. Each message reaches all other pages. */
  readonly feed?: () => Feed;
};

/** Keeps the queue in memory, so it is lost when the program ends. */
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
