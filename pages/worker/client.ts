import * as settings from "site:settings";
import type { Requests, WriteId } from "#lib/page/requests.ts";
import { type Client, createClient } from "#scanner/client/client.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import type { QueueEvents } from "#scanner/client/news.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { credentials, doubt, forgetBut, keepPeople, present } from "../shared/people.ts";
import { baseUrl, nameHere } from "../shared/place.ts";
import { loadMarks } from "./marks.ts";
import { isUnsettled, type Row, restored } from "./rows.ts";
import { isHeld, set, state } from "./store.ts";

export let client: Client<Requests>;

export const needKey = (): void => {
  if (!isHeld())
    set({ screens: [...state().screens, { is: "key" }], input: "scanner", band: undefined });
};

const followQueue = () => {
  const queue = client.state();
  set({ queue });
  // The key is not known any more.
  if (queue !== "held" || provedBy === "nothing") return;
  if (doubt()) client.renewed();
  else needKey();
};

/** By the ids of refused entries, which stay in the storage until they are understood. */
const unseen = new Map<string, () => void>();

/** The worker has understood it: the last one closes their list. */
export const understand = (...understood: readonly Row[]): void => {
  for (const { entry } of understood)
    if (entry.aside) void client.withdraw(entry.id);
    else unseen.get(entry.id)?.();
  const rows = state().rows.map((row) =>
    understood.some(({ entry }) => entry.id === row.entry.id) ? { ...row, understood: true } : row,
  );
  const screens = state().screens.filter(({ is }) => is !== "refused" || rows.some(isUnsettled));
  set({ rows, screens });
};

/** Resolves when the queue has the last scan, and with it those before. */
let kept: Promise<unknown> = Promise.resolve();
export const noteKeeping = (keep: Promise<unknown> | undefined): void => {
  kept = Promise.all([kept, keep]);
};

/** Forgets the keys of those who have left and of whom nothing waits any more. A scan that is being stored is not listed yet. */
export const forgetLeft = async (): Promise<void> => {
  await kept;
  await forgetBut(new Set(client.entries().map(({ entry }) => entry.by)));
};

const worldWithLease = async () => {
  const { withLease } = await import("./without-locks.tsx");
  return withLease();
};

/** Opens the queue; what is left in it goes on. Where the browser keeps nothing, it is in memory. */
export const openClient = async (
  onChange: NonNullable<QueueEvents<WriteId>["onChange"]>,
): Promise<void> => {
  const marks = await loadMarks();
  // If this fails, the browser's storage is not to blame: the page does not open.
  const world = "locks" in navigator ? undefined : await worldWithLease();
  const options: Omit<Parameters<typeof createClient<Requests>>[0], "storage"> = {
    baseUrl,
    settings: settings.client,
    headers: credentials,
    by: () => present()?.id,
    onChange,
    onRefused: ({ id }) => new Promise<void>((resolve) => unseen.set(id, resolve)),
    onState: followQueue,
    onEmptied: () => {
      set({ loose: "emptied" });
      return keepPeople();
    },
  };
  try {
    client = createClient<Requests>({
      ...options,
      storage: indexedDbStorage(nameHere("scan-queue")),
      world,
    });
    await client.loaded;
  } catch {
    client?.close();
    client = createClient<Requests>({ ...options, storage: memoryStorage(), concurrency: 1 });
    set({ loose: "unkept" });
  }
  for (const turn of ["online", "offline"]) addEventListener(turn, followQueue);
  set(restored(client.entries(), marks));
  followQueue();
};
