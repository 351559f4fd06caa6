import { isLost, type QueuedEntry } from "./core/state.ts";
import type { Entry } from "./entry.ts";
import type { PostedStatus } from "./page-messages.ts";
import type { QueueStorage } from "./storage.ts";
import { tryRun } from "./try-run.ts";

/**
 * Writes an entry that is also in memory. If another page took it back, nothing is written, and the first result is false. `overwrites`: also
 * replace a stored version. `made` identifies the storage that has the entry afterwards. If the storage fails, the entry counts as stored,
 * because it must be sent.
 */
export const updateEntry = async (
  storage: QueueStorage,
  queued: PostedStatus,
  overwrites: boolean,
): Promise<readonly [wasThere: boolean, made: unknown]> => {
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
  return [wasThere, isWritten ? made : queued.made];
};

/**
 * Removes an entry, and returns the removed version; without it, another page removed the entry first, or the emptied storage lost it
 * (`lost`). A page that leads removes a lost entry from its memory alone. Another page cannot, because the leading page stores it again.
 */
export const removeEntry = async (
  storage: QueueStorage,
  queued: QueuedEntry,
  leads: () => boolean,
): Promise<readonly [removed: Entry | undefined, lost: boolean]> => {
  let removed: Entry | undefined;
  let lost = false;
  await storage.update([queued.entry.id], (stored) => {
    lost = !stored && isLost(queued, storage.made?.());
    removed = lost && leads() ? queued.entry : stored;
    return undefined;
  });
  return [removed, lost];
};
