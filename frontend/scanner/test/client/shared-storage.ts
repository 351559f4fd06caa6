import type { Feed, QueueStorage } from "#scanner/client/storage.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import type { Surroundings } from "#scanner/client/surroundings.ts";

/** A storage that several pages in one program share, as they share IndexedDB. Messages arrive later, in order. */
export const sharedStorage = () => {
  const memory = memoryStorage();
  const feeds = new Set<Feed>();
  const lockRequests: { readonly grant: () => void }[] = [];
  const later = (run: () => void) => void setImmediate(run);
  const listeners: (() => void)[] = [];
  let made = 1;
  const storage: QueueStorage = {
    ...memory,
    update: async (ids, change) => {
      await new Promise((resolve) => setImmediate(resolve));
      await memory.update(ids, change);
    },
    name: "shared",
    made: () => made,
    onEmptied: (run) => void listeners.push(run),
    feed: () => {
      const feed: Feed = {
        onmessage: () => {},
        postMessage: (message) => {
          const copy = structuredClone(message);
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
  /** A minimal Web Locks: the page that has waited longest is next. */
  const lock: NonNullable<Surroundings["lock"]> = (_, onChange) => {
    const request = { grant: () => onChange(true) };
    lockRequests.push(request);
    if (lockRequests[0] === request) later(request.grant);
    return {
      release: () => {
        const index = lockRequests.indexOf(request);
        if (index >= 0) lockRequests.splice(index, 1);
        const [next] = lockRequests;
        if (index === 0 && next) later(next.grant);
      },
    };
  };
  /** Removes everything, as a browser does when its data is cleared. `silently`: no page has noticed yet. */
  const empty = async (silently = false) => {
    for (const { id } of await memory.load()) await memory.update([id], () => undefined);
    made += 1;
    if (!silently) for (const run of listeners) run();
  };
  return { storage, lock, empty };
};
