import { isLost } from "./core/state.ts";
import type { PostedStatus } from "./queue-status.ts";
import type { QueueStorage } from "./storage.ts";

/** Runs a callback, or a write of what is also in memory: whatever goes wrong there, the queue goes on. */
export const tryRun = async (run: () => unknown): Promise<boolean> => {
  try {
    await run();
    return true;
  } catch {
    return false;
  }
};

/**
 * Writes an entry that is also in memory, unless another page took it back: then `wasThere` is false. `changed`: also over what is there.
 * `made` names the storage that has it. A storage that fails takes nothing, and the entry counts as there: it must go out.
 */
export const updateEntry = async (
  storage: QueueStorage,
  queued: PostedStatus,
  changed: boolean,
): Promise<{ readonly wasThere: boolean; readonly made?: unknown }> => {
  const { entry } = queued;
  let wasThere = true;
  let { made } = queued;
  const isKept = await tryRun(() =>
    storage.update(entry.id, (found) => {
      made = storage.made?.();
      wasThere = !!found || isLost(queued, made);
      if (!wasThere) return undefined;
      return found && !changed ? found : entry;
    }),
  );
  return { wasThere, made: isKept ? made : queued.made };
};
