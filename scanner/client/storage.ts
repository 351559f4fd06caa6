import type { Entry } from "./entry.ts";
import type { PageMessage } from "./queue-status.ts";

type MaybePromise<T> = T | Promise<T>;

/** As a BroadcastChannel. */
export type Feed = {
  readonly postMessage: (news: PageMessage) => void;
  readonly close: () => void;
  onmessage(event: { readonly data: PageMessage }): unknown;
};

/** Where the queue survives a restart. */
export type QueueStorage = {
  readonly load: () => MaybePromise<readonly Entry[]>;
  /**
   * Replaces the entry of an id by what `change` makes of it, in one step that no other page can come between; `undefined` is no
   * entry. When it resolves, the change survives a crash.
   */
  readonly update: (
    id: string,
    change: (kept: Entry | undefined) => Entry | undefined,
  ) => MaybePromise<void>;
  /** Another value than before: everything was removed meanwhile, by whoever. An entry that is gone under the same one was taken back. */
  readonly made?: () => unknown;
  /** Runs it when that has happened. */
  readonly onEmptied?: (run: () => void) => void;
  /** Under this name the pages on one storage agree who sends. Without it this queue is alone. */
  readonly name?: string;
  /** A channel between the pages on this storage: each message reaches all others. */
  readonly feed?: () => Feed;
};

/** Keeps the queue for as long as the program runs; it is lost with it. */
export const memoryStorage = (): QueueStorage => {
  const kept = new Map<string, Entry>();
  return {
    load: () => [...kept.values()],
    update: (id, change) => {
      const entry = change(kept.get(id));
      if (entry) kept.set(id, entry);
      else kept.delete(id);
    },
  };
};
