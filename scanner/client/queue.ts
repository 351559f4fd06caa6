import { type LineOptions, line } from "./line.ts";
import type { EntryStatus, News, QueueEvents, QueueState } from "./news.ts";
import { type SenderOptions, sender } from "./sender.ts";
import { never, type Slot, slotOf, succeeds } from "./slot.ts";
import type { Lead } from "./surroundings.ts";
import type { Entry } from "./types.ts";

/**
 * Sends entries in their order, those of one zongpai one after the other, until each has its final answer (docs/exactly-once.md): a 4xx is
 * final and shown, a 401 holds everything, a 403 its route, 429 and 503 wait for Retry-After, and no answer is sent again with the
 * same key. Of the pages on one storage one sends, the others show what it posts.
 */
export const queue = <Route extends string>(
  options: LineOptions & SenderOptions,
  events: QueueEvents<Route>,
) => {
  const { storage, world } = options;
  const { name } = storage;
  if (name && !world.lock) throw new Error("No Web Locks: use https or withLease()");
  const channel = storage.feed?.();
  let last = 0;
  let closed = false;
  let storing = 0;
  /** This page may send; it leads when it is up to date. */
  let may = false;
  let leads = false;
  /** As they were last shown; by the page that sends, where this is another. */
  let shown: QueueState = "running";
  let heard: number | undefined;
  /** Entries whose end another page has reported. */
  const ended = new Set<string>();

  // Other pages must learn of what a closed page was still storing.
  const post = (...news: News) => void ((closed && !storing) || channel?.postMessage(news));
  const leave = () => void (closed && !storing && channel?.close());
  const postState = () => post("state", shown, out.heard());
  const show = (state: QueueState) => {
    if (state === shown) return;
    shown = state;
    void succeeds(() => events.onState?.(state));
    if (leads) postState();
  };

  /** The slot of an entry that the storage, or another page, has. */
  const slotFor = (entry: Entry) => {
    last = Math.max(last, entry.order);
    return slots.get(entry.id) ?? slotOf(entry, world);
  };

  const load = async () => {
    const kept = new Map((await storage.load()).map((entry) => [entry.id, entry]));
    for (const [id, slot] of slots)
      if (!kept.has(id) && slot.due < never && !slot.sending && !entries.isGone(slot))
        slots.delete(id);
    const made = storage.made?.();
    for (const [id, entry] of kept) {
      // Another page is showing the refusal, or has reported an end that a full storage does not know.
      if (!may && (entry.refusal || ended.has(id))) continue;
      slots.set(id, Object.assign(slotFor(entry), { entry, doubt: entry.sent, made }));
    }
  };

  /** This page may send, or no longer. */
  const turned = async (now: boolean) => {
    may = now;
    leads = false;
    if (!may) return out.stop();
    await succeeds(load);
    leads = may;
    if (!leads) return;
    for (const slot of slots.values())
      if (slot.entry.refusal)
        void entries.end(slot, { state: "refused", refusal: slot.entry.refusal });
    entries.stopChains();
    entries.keepAll();
    calls.hello();
    out.pump();
  };

  const entries = line(options, events, post);
  const still = async () => leads && ((await (await ready)?.still?.()) ?? true);
  const out = sender(options, entries, {
    leads: () => leads,
    still,
    stepped: () => leads && show(out.state()),
  });
  const { slots } = entries;
  /** Done by the page that sends, whichever page it is asked of. */
  const calls = {
    ...out.calls,
    hello: () => {
      postState();
      entries.allChanged();
    },
  };
  const call = (what: keyof typeof calls, id?: string) => {
    if (leads) calls[what](id);
    else post(what, id);
    out.pump();
  };

  const hear = ({ data: [what, news, more] }: { readonly data: News }) => {
    if (what === "entry") {
      const { entry, state } = news;
      const slot = slotFor(entry);
      slot.made = news.made;
      if (more || state === "withdrawn") {
        slots.delete(entry.id);
        ended.add(entry.id);
      } else slots.set(entry.id, slot);
      // Only the page that sends knows what has ended.
      if (leads) {
        entries.stopChains();
        entries.keepAll();
      } else Object.assign(slot, news);
      if (more && more.state !== "refused") entries.noteScan(news);
      if (more) slot.resolve?.(more);
      void succeeds(() => events.onChange?.(news as EntryStatus<Route>, more));
    } else if (what !== "state") {
      if (leads) calls[what](news);
    } else if (!leads) {
      heard = more;
      show(news);
    }
    out.pump();
  };
  if (channel) channel.onmessage = hear;

  storage.onEmptied?.(() => {
    if (!leads) return;
    void succeeds(() => events.onEmptied?.());
    entries.keepAll();
  });

  const loaded = load()
    // A storage that can be read may still take nothing; one that is full has entries to send.
    .then(() => storage.update("", () => undefined))
    .catch((error) => {
      if (error?.name !== "QuotaExceededError") throw error;
    });
  const ready: Promise<Lead | undefined> = loaded
    // `loaded` and `add` reject with it.
    .catch(() => {})
    .then(() => {
      if (closed) return undefined;
      post("hello");
      if (name) return world.lock?.(name, turned);
      return void turned(true);
    });
  const deaf = world.onWake(() => call("wake"));

  return {
    /** Resolves when the entries of earlier sessions are there; rejects with what a storage throws that takes nothing. */
    loaded,
    /**
     * Keeps an entry, then sends it when its turn comes.
     * @throws what the storage throws: then the scan was not taken, and the worker must know
     */
    add: async (given: Omit<Entry, "order" | "sent">, resolve: Slot["resolve"]): Promise<void> => {
      storing += 1;
      try {
        await loaded;
        // Never backwards, even if the clock is.
        last = Math.max(last + 1, given.queuedAt);
        const slot = slotOf({ ...given, order: last, sent: false }, world, never, resolve);
        out.date(slot);
        // Takes its place at once: a later scan of the same goods must not overtake it while it is being stored.
        slots.set(given.id, slot);
        await storage.update(given.id, () => {
          slot.made = storage.made?.();
          return slot.entry;
        });
        slot.due = 0;
        entries.changed(slot);
        if (leads) entries.stopChains();
      } catch (error) {
        slots.delete(given.id);
        throw error;
      } finally {
        storing -= 1;
        leave();
        out.pump();
      }
    },
    /** What waits, in its order. */
    entries: entries.statuses as () => EntryStatus<Route>[],
    state: (): QueueState => (leads ? out.state() : shown),
    /** When the service last answered, in epoch milliseconds by the device's clock; `undefined` when it has not yet. */
    heardAt: () => out.heard() ?? heard,
    /** New credentials are there: what was held is sent. */
    renewed: () => call("renewed"),
    /** Sends now what waits for a better moment; with an id also that entry, which was set aside. */
    retry: (id?: string) => call("retry", id),
    /**
     * Takes back an entry that is not being sent right now, `false` when it is or has ended. "unsure": an attempt of it may have
     * been recorded. Its ticket is never resolved.
     */
    withdraw: async (id: string): Promise<"withdrawn" | "unsure" | false> => {
      const slot = slots.get(id);
      if (!slot || (leads ? slot.sending : slot.state === "sent")) return false;
      // It is neither sent nor kept again meanwhile.
      slot.due = never;
      let found: Entry | undefined;
      try {
        await storage.update(id, (kept) => {
          found = kept ?? (leads && entries.isGone(slot) ? slot.entry : undefined);
          return undefined;
        });
        slots.delete(id);
      } finally {
        slot.due = 0;
        out.pump();
      }
      if (!found) return false;
      entries.changed(slot, "withdrawn");
      return (leads ? slot.doubt : found.sent) ? "unsure" : "withdrawn";
    },
    /** Stops sending; what waits stays in the storage. An attempt under way is broken off, and sent again by the next queue. */
    close: () => {
      closed = true;
      void turned(false);
      leave();
      void ready.then((lead) => lead?.release());
      deaf();
      show("closed");
    },
  };
};
