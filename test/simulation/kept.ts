import type { Entry } from "#scanner/client/entry.ts";
import type { PageMessage } from "#scanner/client/page-messages.ts";
import type { Feed as Channel, QueueStorage } from "#scanner/client/storage.ts";
import { type Owner, ownerNow, type World } from "./world.ts";

export type Feed = Channel & { readonly take: (news: PageMessage) => void };

/** Milliseconds that a read of everything takes. */
const reading = 30;

/** The storage of a scanner, which can fail, and the channel between its pages. */
export const keptOf = (
  world: World,
  taken: ReadonlyMap<string, { unmarked?: true }>,
  leads: (page: Owner) => void,
) => {
  const kept = new Map<string, Entry>();
  const feeds = new Set<Feed>();
  const rescuers = new Set<() => void>();
  let fault: "full" | "broken" | undefined;
  let made = 0;

  /** Marks a scan as unmarked: no storage keeps what happened to it. */
  const unmark = (id: string) => {
    const scan = taken.get(id);
    if (scan) scan.unmarked = true;
  };
  const transactions = world.lineOf();
  const storage: QueueStorage = {
    name: "queue",
    load: async () => {
      await world.sleep(world.random() * reading);
      await world.step();
      return [...kept.values()];
    },
    update: (ids, change) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      transactions(ownerNow(), () => {
        if (fault === "broken") {
          for (const id of ids) unmark(id);
          return reject(new Error("InvalidStateError"));
        }
        const changed = ids.map((id) => [id, change(kept.get(id), id)] as const);
        const more = changed.filter(([id, entry]) => entry && entry !== kept.get(id));
        if (fault === "full" && more.length > 0) {
          for (const [id, entry] of more) if (entry?.sent) unmark(id);
          return reject(new Error("QuotaExceededError"));
        }
        for (const [id, entry] of changed)
          if (entry) kept.set(id, entry);
          else kept.delete(id);
        resolve();
      });
      return promise;
    },
    made: () => made,
    onEmptied: (run) => {
      const page = ownerNow();
      rescuers.add(() => world.whenAwake(page, run));
    },
    feed: () => {
      const page = ownerNow();
      const inbox = world.lineOf();
      const feed = {
        onmessage: (_: { readonly data: PageMessage }): unknown => undefined,
        take: (news: PageMessage) => {
          const data = structuredClone(news);
          inbox(page, () => feeds.has(feed) && feed.onmessage({ data }));
        },
        postMessage: (news: PageMessage) => {
          // Only the sending page posts the state.
          if (page && news[0] === "state") leads(page);
          for (const other of feeds) if (other !== feed) other.take(news);
        },
        close: () => void feeds.delete(feed),
      };
      feeds.add(feed);
      return feed;
    },
  };

  return {
    kept,
    feeds,
    storage,
    /** Makes the storage full, or so broken that no change begins. */
    fail: (how: "full" | "broken") => {
      fault = how;
    },
    room: () => {
      fault = undefined;
    },
    /** Removes the whole storage, as a user can. Returns the ids of its entries. */
    empty: () => {
      const ids = [...kept.keys()];
      for (const id of ids) unmark(id);
      kept.clear();
      fault = undefined;
      made += 1;
      return ids;
    },
    rescue: () => {
      for (const rescue of rescuers) rescue();
    },
  };
};
