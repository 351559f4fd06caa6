import { isLost, type QueuedEntry } from "./core/state.ts";
import type { Entry } from "./entry.ts";
import type { PostedStatus } from "./page-messages.ts";
import type { QueueStorage } from "./storage.ts";
import { tryRun } from "./try-run.ts";

/**
 * Writes an entry that is also in memory. If another page took it back, nothing is written and `wasThere` is false. `overwrites`: also
 * replace a stored version. `made` identifies the storage that has the entry afterwards. If the storage fails, the entry counts as stored,
 * because it must be sent.
 */
export const updateEntry = async (
  storage: QueueStorage,
  queued: PostedStatus,
  overwrites: boolean,
): Promise<{ readonly wasThere: boolean; readonly made?: unknown }> => {
  const { entry } = queued;
  let wasThere = true;
  let { made } = queued;
  const isWritten = await tryRun(() =>
    storage.update([entry.id], (stored) => {
      made = storage.made?.();
      wasThere = !!stored || isLost(queued, made);
      if (!wasThere) return undefined;
      return stored && !overwrites ? stored : entry;
    }),
  );
  return { wasThere, made: isWritten ? made : queued.made };
};

/**
 * Removes an entry and returns it; `undefined` if another page removed it first. A page that leads still has in memory an entry that an
 * emptied storage has lost.
 */
export const removeEntry = async (
  storage: QueueStorage,
  queued: QueuedEntry,
  leads: () => boolean,
): Promise<Entry | undefined> => {
  let removed: Entry | undefined;
  await storage.update([queued.entry.id], (stored) => {
    const isInMemory = leads() && isLost(queued, storage.made?.());
    removed = stored ?? (isInMemory ? queued.entry : undefined);
    return undefined;
  });
  return removed;
};
