import type { QueueStorage } from "#scanner/client/storage.ts";

/**
 * A storage whose changes can be held up. After `hold()` each change waits until `goOn()`, or fails at `breakOff()`. It waits before its
 * transaction, or after it, so that only the report is late.
 */
export const heldStorage = (storage: QueueStorage, waits: "before" | "after" = "before") => {
  let gate: PromiseWithResolvers<void> | undefined;
  const held: QueueStorage = {
    ...storage,
    update: async (ids, change) => {
      if (waits === "after") await storage.update(ids, change);
      // The client tries a storage with an empty id.
      if (ids[0]) await gate?.promise;
      if (waits === "before") await storage.update(ids, change);
    },
  };
  return {
    storage: held,
    hold: () => {
      gate ??= Promise.withResolvers();
    },
    goOn: () => gate?.resolve(),
    breakOff: () => gate?.reject(new Error("The storage does not answer")),
  };
};
