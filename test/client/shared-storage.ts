import type { QueueStorage } from "#lib/client/storage.ts";
import { memoryStorage } from "#lib/client/storage.ts";
import type { Surroundings } from "#lib/client/surroundings.ts";

/** A storage that several pages share, as IndexedDB is, in one program: what they tell each other arrives later, in its order. */
export const sharedStorage = () => {
  const kept = memoryStorage();
  const hearing = new Set<(news: unknown) => void>();
  const waiting: { readonly taken: () => void }[] = [];
  const later = (run: () => void) => void setImmediate(run);
  const storage: QueueStorage = {
    ...kept,
    update: async (id, change) => {
      await new Promise((resolve) => setImmediate(resolve));
      await kept.update(id, change);
    },
    name: "shared",
    feed: (hear) => {
      hearing.add(hear);
      return {
        tell: (news) => {
          const copy = structuredClone(news);
          for (const other of hearing) if (other !== hear) later(() => hearing.has(other) && other(structuredClone(copy)));
        },
        close: () => hearing.delete(hear),
      };
    },
  };
  /** Web Locks in a few lines: who waits longest is next. */
  const lock: NonNullable<Surroundings["lock"]> = (_, taken) => {
    const asks = { taken };
    waiting.push(asks);
    if (waiting[0] === asks) later(taken);
    return {
      still: () => true,
      release: () => {
        const at = waiting.indexOf(asks);
        if (at >= 0) waiting.splice(at, 1);
        const [next] = waiting;
        if (at === 0 && next) later(next.taken);
      },
    };
  };
  return { storage, lock };
};
