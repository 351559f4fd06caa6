import * as settings from "site:settings";
import type { Requests, WriteId } from "#lib/page/requests.ts";
import { type Client, createClient } from "#scanner/client/client.ts";
import { indexedDbStorage } from "#scanner/client/indexed-db.ts";
import { withLease } from "#scanner/client/lease.ts";
import type { EntryStatus } from "#scanner/client/news.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import type { Entry, EntryState, Refusal } from "#scanner/client/types.ts";
import { credentials, keepKey } from "../shared/key.ts";
import { baseUrl, nameHere } from "../shared/place.ts";
import { set, state } from "./store.ts";

/** The one client of this page, made by `openClient`. */
export let client: Client<Requests>;

/** The entries that wait for the service. */
const waiting = new Map<string, EntryState>();
const note = ({ entry: { id }, state: is }: EntryStatus) => {
  if (is === "waiting" || is === "sent" || is === "held") waiting.set(id, is);
  else waiting.delete(id);
};

export const isUnsent = (id: string): boolean => waiting.get(id) === "waiting";

const count = () => {
  const queue = client.state();
  set({ waiting: waiting.size, queue });
  // The key is not known any more.
  if (queue === "held" && settings.keyed) set({ signIn: true, showsProblems: false });
};

const remove = (id: string) =>
  set({ problems: state().problems.filter(({ entry }) => entry.id !== id) });

/** A refusal stays in the storage until the worker has understood it. */
const refused = (entry: Entry<WriteId>, refusal: Refusal) =>
  new Promise<void>((resolve) => {
    const understood = () => {
      remove(entry.id);
      resolve();
    };
    set({ problems: [{ entry, refusal, understood }, ...state().problems] });
  });

/** What the queue has set aside is listed with the refused. */
const changed = (status: EntryStatus<WriteId>) => {
  const { entry, state: is } = status;
  note(status);
  count();
  if (is !== "aside") {
    if (!entry.refusal) remove(entry.id);
    return;
  }
  if (state().problems.some((other) => other.entry.id === entry.id)) return;
  set({
    problems: [{ entry, understood: () => void client.withdraw(entry.id) }, ...state().problems],
  });
};

const emptied = () => {
  set({ loose: "emptied" });
  void keepKey();
};

/** Opens the queue; what is left in it goes on. Where the browser keeps nothing, a scan waits in memory until it is answered. */
export const openClient = async (): Promise<void> => {
  const options = {
    baseUrl,
    settings: settings.client,
    headers: credentials,
    onChange: changed,
    onRefused: refused,
    onState: count,
    onEmptied: emptied,
  };
  try {
    client = createClient<Requests>({
      ...options,
      storage: indexedDbStorage(nameHere("scan-queue")),
      // Only where the browser has no locks, which is on http://.
      world: "locks" in navigator ? undefined : withLease(),
    });
    await client.loaded;
  } catch {
    client?.close();
    client = createClient<Requests>({ ...options, storage: memoryStorage(), concurrency: 1 });
    set({ loose: "unkept" });
  }
  for (const turn of ["online", "offline"]) addEventListener(turn, count);
  for (const status of client.entries()) note(status);
  count();
};
