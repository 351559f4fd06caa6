import * as settings from "site:settings";
import type { RouteRequests, WriteId } from "#lib/page/requests.ts";
import { type Client, createClient } from "#scanner/client/client.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import type { QueueEvents } from "#scanner/client/queue-status.ts";
import { memoryStorage, type QueueStorage } from "#scanner/client/storage.ts";
import { baseUrl, scopedName } from "../../shared/page-scope.ts";
import {
  authHeadersOf,
  expireRefusedToken,
  forgetSignedOutBut,
  keepPeople,
  signedInPerson,
} from "../../shared/people.ts";
import { isUnsettled, type RowMark, restoreRows, type ScanRow } from "../outcome/rows.ts";
import { isSignInRequired, set, state } from "../state.ts";

export let client: Client<RouteRequests>;

export const requireSignIn = (): void => {
  if (!isSignInRequired())
    set({ screens: [...state().screens, { is: "key" }], input: "scanner", banner: undefined });
};

const followQueue = () => {
  const queue = client.state();
  set({ queue });
  // The service no longer knows the key.
  if (queue !== "held" || provedBy === "nothing") return;
  if (expireRefusedToken()) client.renewed();
  else requireSignIn();
};

/** Functions that remove refused entries, by id. A refused entry stays stored until the worker has acknowledged it. */
const endRefusalById = new Map<string, () => void>();

/** Marks refusals or newer scans as understood. After the last one, their list closes. */
export const acknowledgeRows = (...understood: readonly ScanRow[]): void => {
  for (const { entry } of understood)
    if (entry.aside) void client.withdraw(entry.id);
    else endRefusalById.get(entry.id)?.();
  const rows = state().rows.map((row) =>
    understood.some(({ entry }) => entry.id === row.entry.id) ? { ...row, understood: true } : row,
  );
  const screens = state().screens.filter(({ is }) => is !== "refused" || rows.some(isUnsettled));
  set({ rows, screens });
};

/** Resolves when the queue has stored the last scan and all before it. */
let allKept: Promise<unknown> = Promise.resolve();
export const trackKeeping = (keep: Promise<unknown> | undefined): void => {
  allKept = Promise.all([allKept, keep]);
};

/**
 * Forgets the keys of people who have signed out and have no waiting scans. It first waits for scans that are still being stored, because
 * the queue does not list them yet.
 */
export const forgetSignedOut = async (): Promise<void> => {
  await allKept;
  await forgetSignedOutBut(new Set(client.entries().map(({ entry }) => entry.by)));
};

const worldWithLease = async () => {
  const { withLease } = await import("./without-locks.tsx");
  return withLease();
};

/**
 * Opens the storage of the queue, and reads it at once. Then all storages of the page are opened together, and a browser that never answers
 * costs one time-out.
 */
export const openQueueStorage = (): QueueStorage => {
  const storage = indexedDbStorage(scopedName("scan-queue"));
  const first = Promise.resolve(storage.load());
  // Whoever loads it handles the error.
  first.catch(() => {});
  let isFirst = true;
  const load = () => {
    const loading = isFirst ? first : storage.load();
    isFirst = false;
    return loading;
  };
  // Without locks, another tab may write in the meantime.
  return "locks" in navigator ? { ...storage, load } : storage;
};

/** Opens the queue, and continues with its stored entries. If the browser stores nothing, the queue is in memory. */
export const openClient = async (
  onChange: NonNullable<QueueEvents<WriteId>["onChange"]>,
  storage: QueueStorage,
  marks: readonly RowMark[],
): Promise<void> => {
  // If this fails, the cause is not the browser's storage, so the page does not open.
  const world = "locks" in navigator ? undefined : await worldWithLease();
  const options: Omit<Parameters<typeof createClient<RouteRequests>>[0], "storage"> = {
    baseUrl,
    settings: settings.client,
    headers: authHeadersOf,
    by: () => signedInPerson()?.id,
    onChange,
    onRefused: ({ id }) => new Promise<void>((resolve) => endRefusalById.set(id, resolve)),
    onState: followQueue,
    onEmptied: () => {
      set({ storageRisk: "emptied" });
      return keepPeople();
    },
  };
  try {
    client = createClient<RouteRequests>({
      ...{ ...options, storage, world },
    });
    await client.loaded;
  } catch {
    client?.close();
    client = createClient<RouteRequests>({ ...options, storage: memoryStorage(), concurrency: 1 });
    set({ storageRisk: "unkept" });
  }
  for (const type of ["online", "offline"]) addEventListener(type, followQueue);
  set(restoreRows(client.entries(), marks));
  followQueue();
};
