import type { Feed, QueueStorage } from "#scanner/client/storage.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import type { Surroundings } from "#scanner/client/surroundings.ts";

/** A storage that several pages share, as IndexedDB is, in one program: messages arrive later, in their order. */
export const sharedStorage = () => {
  const kept = memoryStorage();
  const feeds = new Set<Feed>();
  const waiting: { readonly taken: () => void }[] = [];
  const later = (run: () => void) => void setImmediate(run);
  const listeners: (() => void)[] = [];
  let made = 1;
  const storage: QueueStorage = {
    ...kept,
    update: async (id, change) => {
      await new Promise((resolve) => setImmediate(resolve));
      await kept.update(id, change);
    },
    name: "shared",
    made: () => made,
    onEmptied: (run) => void listeners.push(run),
    feed: () => {
      const feed: Feed = {
        onmessage: () => {},
        postMessage: (news) => {
          const copy = structuredClone(news);
          for (const other of feeds)
            if (other !== feed)
              later(() => feeds.has(other) && other.onmessage({ data: structuredClone(copy) }));
        },
        close: () => feeds.delete(feed),
      };
      feeds.add(feed);
      return feed;
    },
  };
  /** Web Locks in a few lines: the page that waits longest is next. */
  const lock: NonNullable<Surroundings["lock"]> = (_, turned) => {
    const asks = { taken: () => turned(true) };
    waiting.push(asks);
    if (waiting[0] === asks) later(asks.taken);
    return {
      release: () => {
        const at = waiting.indexOf(asks);
        if (at >= 0) waiting.splice(at, 1);
        const [next] = waiting;
        if (at === 0 && next) later(next.taken);
      },
    };
  };
  /** Removes everything, as a browser does when its data are cleared. `silently`: before any page hears of it. */
  const empty = async (silently = false) => {
    for (const { id } of await kept.load()) await kept.update(id, () => undefined);
    made += 1;
    if (!silently) for (const run of listeners) run();
  };
  return { storage, lock, empty };
};
