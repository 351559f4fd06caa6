import * as settings from "site:settings";
import type { RouteRequests, WriteId } from "#lib/page/requests.ts";
import { type Client, createClient } from "#scanner/client/client.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import type { QueueEvents } from "#scanner/client/queue-status.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { baseUrl, scopedName } from "../shared/page-scope.ts";
import {
  authHeadersOf,
  expireRefusedToken,
  forgetSignedOutBut,
  keepPeople,
  signedInPerson,
} from "../shared/people.ts";
import { loadMarks } from "./marks.ts";
import { isUnsettled, restoreRows, type ScanRow } from "./rows.ts";
import { isSignInRequired, set, state } from "./state.ts";

export let client: Client<RouteRequests>;

export const requireSignIn = (): void => {
  if (!isSignInRequired())
    set({ screens: [...state().screens, { is: "key" }], input: "scanner", banner: undefined });
};

const followQueue = () => {
  const queue = client.state();
  set({ queue });
  // The service does not know the key any more.
  if (queue !== "held" || provedBy === "nothing") return;
  if (expireRefusedToken()) client.renewed();
  else requireSignIn();
};

/** What ends each refused entry, by its id: the entry stays in the storage until the worker has understood it. */
const endRefusalById = new Map<string, () => void>();

/** Notes that the worker has understood refusals or newer scans. The last one closes their list. */
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

/** Resolves when the queue has the last scan, and with it those before. */
let allKept: Promise<unknown> = Promise.resolve();
export const trackKeeping = (keep: Promise<unknown> | undefined): void => {
  allKept = Promise.all([allKept, keep]);
};

/** Forgets the keys of persons who have signed out and have no waiting scan. A scan that is being stored is not listed yet. */
export const forgetSignedOut = async (): Promise<void> => {
  await allKept;
  await forgetSignedOutBut(new Set(client.entries().map(({ entry }) => entry.by)));
};

const worldWithLease = async () => {
  const { withLease } = await import("./without-locks.tsx");
  return withLease();
};

/** Opens the queue, and goes on with what is left in it. If the browser stores nothing, the queue is in memory. */
export const openClient = async (
  onChange: NonNullable<QueueEvents<WriteId>["onChange"]>,
): Promise<void> => {
  const marks = await loadMarks();
  // If this fails, the browser's storage is not to blame: the page does not open.
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
      ...options,
      storage: indexedDbStorage(scopedName("scan-queue")),
      world,
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
