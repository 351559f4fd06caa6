import { type LineOptions, line } from "./line.ts";
import { pages } from "./pages.ts";
import { type SenderOptions, sender } from "./sender.ts";
import { never, type Slot, slotOf, succeeds } from "./slot.ts";
import type { News, QueueEvents, QueueState, Standing } from "./standing.ts";
import type { Entry, EntryState } from "./types.ts";

const finals: ReadonlySet<EntryState> = new Set(["done", "superseded", "refused", "unsure", "withdrawn"]);

/**
 * Sends entries in their order, those of one zongpai one after the other, until each is settled (contract, "Exactly once"): a 4xx is
 * final and shown, a 401 holds everything, a 403 its route, 429 and 503 wait for Retry-After, and no answer is sent again with the
 * same key. Of the pages on one storage one sends, the others show what it tells.
 */
export const queue = (options: LineOptions & SenderOptions, events: QueueEvents) => {
  const { storage, world } = options;
  let last = 0;
  let closed = false;
  /** As they were last told; by the page that sends, where this is another. */
  let shown: QueueState = "running";
  let heard: number | undefined;

  const show = (state: QueueState) => {
    if (state === shown) return;
    shown = state;
    void succeeds(() => events.onState?.(state));
    if (others.leads()) others.tell({ state, heard: out.heard() });
  };
  const stepped = () => {
    if (others.leads()) show(out.state());
  };

  const load = async () => {
    const kept = await storage.load();
    const there = new Set(kept.map(({ id }) => id));
    for (const [id, { due, sending }] of slots) if (!there.has(id) && due < never && !sending) slots.delete(id);
    for (const entry of kept) {
      last = Math.max(last, entry.order);
      const slot = slots.get(entry.id);
      if (slot) Object.assign(slot, { entry, doubt: entry.sent });
      else slots.set(entry.id, slotOf(entry, world.clock()));
    }
  };

  const turned = () => {
    if (!others.leads()) return out.stop();
    for (const slot of entries.inOrder()) if (slot.entry.refusal) void entries.refuse(slot, slot.entry.refusal);
    void entries.stopChains();
    calls.hello();
    return out.pump();
  };

  const hear = ({ standing, told, state, call: asked, id, heard: at }: News) => {
    const leads = others.leads();
    if (asked && leads) calls[asked](id);
    if (state && !leads) {
      heard = at;
      show(state);
    }
    if (standing) {
      const { entry, state: now, tries, problem } = standing;
      const slot = slots.get(entry.id) ?? slotOf(entry, world.clock());
      last = Math.max(last, entry.order);
      if (finals.has(now)) slots.delete(entry.id);
      else slots.set(entry.id, slot);
      if (!leads) Object.assign(slot, { entry, tries, problem, told: now });
      if (told) slot.settle(told);
      void succeeds(() => events.onChange?.(standing));
    }
    out.pump();
  };

  const others = pages({ storage, world, hear, load, turned });
  const entries = line(options, events, others);
  const out = sender(options, entries, others, stepped);
  const { slots } = entries;

  /** Done by the page that sends, whichever page it is asked of. */
  const calls: Record<NonNullable<News["call"]>, (id?: string) => void> = {
    hello: () => {
      others.tell({ state: shown, heard: out.heard() });
      entries.allChanged();
    },
    wake: out.wake,
    renewed: out.renewed,
    retry: out.retry,
  };
  const call = (name: NonNullable<News["call"]>, id?: string) => {
    if (others.leads()) calls[name](id);
    else others.tell({ call: name, id });
    out.pump();
  };

  const loaded = load();
  // Who adds an entry is told; without one nobody need be.
  const ready = loaded.catch(() => {}).then(others.start);
  const deaf = world.onWake(() => call("wake"));

  return {
    /** Resolves when the entries of earlier sessions are there; rejects with what the storage throws. */
    loaded,
    /**
     * Keeps an entry, then sends it when its turn comes.
     * @throws what the storage throws: then the scan was not taken, and the worker must know
     */
    add: async (given: Omit<Entry, "order" | "sent">, settle: Slot["settle"]): Promise<void> => {
      await loaded;
      // Never backwards, even if the clock is.
      last = Math.max(last + 1, given.queuedAt);
      const slot = slotOf({ ...given, order: last, sent: false }, world.clock(), never, settle);
      // Takes its place at once: a later scan of the same goods must not overtake it while it is being stored.
      slots.set(given.id, slot);
      try {
        await storage.update(given.id, () => slot.entry);
      } catch (error) {
        slots.delete(given.id);
        out.pump();
        throw error;
      }
      slot.due = 0;
      entries.changed(slot);
      await entries.stopChains();
      out.pump();
    },
    /** What waits, in its order. */
    standings: (): Standing[] => entries.inOrder().map((slot) => entries.standing(slot)),
    state: (): QueueState => (closed ? "closed" : others.leads() ? out.state() : shown),
    /** When the service last answered, in epoch milliseconds by the device's clock; `undefined` when it has not yet. */
    heardAt: () => out.heard() ?? heard,
    /** New credentials are there: what was held is sent. */
    renewed: () => call("renewed"),
    /** Sends now what waits for a better moment; with an id also that entry, which was set aside. */
    retry: (id?: string) => call("retry", id),
    /**
     * Takes back an entry that is not being sent right now, `false` when it is or is settled. "unsure": an attempt of it may have
     * been recorded. Its ticket is never settled.
     */
    withdraw: async (id: string): Promise<"withdrawn" | "unsure" | false> => {
      const slot = slots.get(id);
      if (!slot || slot.sending || (slot.told === "sent" && !others.leads())) return false;
      let found: Entry | undefined;
      await storage.update(id, (kept) => {
        found = kept;
        return undefined;
      });
      slots.delete(id);
      if (!found) return false;
      entries.changed(slot, "withdrawn");
      out.pump();
      return (others.leads() ? slot.doubt : found.sent) ? "unsure" : "withdrawn";
    },
    /** Stops sending; what waits stays in the storage. An attempt under way is broken off, and sent again by the next queue. */
    close: () => {
      closed = true;
      out.stop();
      others.close();
      void ready.then(others.close);
      deaf();
      show("closed");
    },
  };
};
