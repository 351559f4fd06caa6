import { browser } from "./browser.ts";
import type { QueueStorage } from "./storage.ts";
import type { Entry } from "./types.ts";

/** Under these names entries were kept in `localStorage`. */
const before = "scan-queue.";

/** Takes over into `storage` what an earlier version of the page left in `localStorage`; before the client is made. */
export const takeOver = async (storage: QueueStorage): Promise<void> => {
  const items = browser.localStorage;
  for (const key of items ? Object.keys(items).filter((item) => item.startsWith(before)) : [])
    try {
      const entry = JSON.parse(items?.getItem(key) ?? "") as Entry;
      // localStorage forgets its last seconds in a crash: it may have been sent.
      await storage.update(entry.id, (kept) => kept ?? { ...entry, sent: true });
      items?.removeItem(key);
    } catch {
      // Another version's, or not ours.
    }
};
