import type { Attempt } from "./exchange.ts";
import { jitter, never, type Slot, slotOf, succeeds } from "./slot.ts";
import type { QueueEvents, QueueState, Standing } from "./standing.ts";
import type { QueueStorage } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Entry, EntryState, Refusal } from "./types.ts";

export type QueueOptions = {
  readonly storage: QueueStorage;
  readonly world: Surroundings;
  /** How many goods are sent for at once. */
  readonly concurrency: number;
  /** The key makes sending again harmless; without one a refusal after a lost answer is unsure. */
  readonly keyed: boolean;
  readonly attempt: Attempt;
};

/**
 * Sends entries in their order, those of one zongpai one after the other, until each is settled (contract, "Exactly once"):
 * a 4xx is final and shown, a 401 holds everything, 429 and 503 wait for Retry-After, and no answer is sent again with the same key.
 */
export const queue = ({ storage, world, concurrency, keyed, attempt }: QueueOptions, events: QueueEvents) => {
  const slots = new Map<string, Slot>();
  const stop = new AbortController();
  let last = 0;
  let busy = 0;
  let held = false;
  /** Counts renewals: a 401 to credentials that were replaced meanwhile holds nothing. */
  let credentials = 0;
  let allDue = 0;
  let shown: QueueState = "running";
  let cancel = () => {};

  const standing = (
    { entry, tries, problem, sending }: Slot,
    state: EntryState = sending ? "sending" : held ? "held" : "queued",
  ): Standing => ({ entry, state, tries, problem });
  const changed = (slot: Slot, state?: EntryState) => void succeeds(() => events.onChange?.(standing(slot, state)));
  const allChanged = () => {
    for (const slot of slots.values()) if (!slot.sending) changed(slot);
  };

  const state = (): QueueState => (stop.signal.aborted ? "closed" : held ? "held" : world.online() ? "running" : "offline");
  const running = () => {
    const now = state();
    if (now !== shown) void succeeds(() => events.onState?.(now));
    shown = now;
    return now === "running";
  };

  const keep = (slot: Slot, more: Partial<Entry>) => {
    slot.entry = { ...slot.entry, ...more };
    return storage.put(slot.entry);
  };

  const show = async (slot: Slot, refusal: Refusal) => {
    const { id } = slot.entry;
    slots.delete(id);
    await succeeds(() => keep(slot, { refusal }));
    changed(slot, "refused");
    slot.settle({ state: "refused", refusal });
    if (await succeeds(() => events.onRefused?.(slot.entry, refusal))) await succeeds(() => storage.remove(id));
  };

  const finish = async (slot: Slot, answer: Record<string, unknown>, replayed: boolean) => {
    const { id } = slot.entry;
    slots.delete(id);
    await succeeds(() => storage.remove(id));
    changed(slot, "done");
    slot.settle({ state: "done", answer, replayed });
    void succeeds(() => events.onDone?.(slot.entry, answer, replayed));
  };

  const send = async (slot: Slot): Promise<void> => {
    const epoch = credentials;
    busy += 1;
    slot.sending = true;
    slot.tries += 1;
    changed(slot);
    if (!slot.entry.sent) await succeeds(() => keep(slot, { sent: true }));
    const { route, fields, id } = slot.entry;
    const verdict = await attempt(route, fields, id, stop.signal);
    busy -= 1;
    slot.sending = false;
    if (stop.signal.aborted) return;
    if (verdict.state === "done") void finish(slot, verdict.answer, verdict.replayed);
    else if (verdict.state === "refused") void show(slot, { ...verdict.refusal, unsure: slot.doubt && !keyed });
    else if (verdict.state === "held") {
      held ||= epoch === credentials;
      allChanged();
    } else {
      slot.due = world.now() + (verdict.wait ?? 0) + jitter(world.random(), slot.tries);
      slot.problem = verdict.why;
      slot.doubt ||= verdict.unknown;
      if (verdict.all) allDue = slot.due;
      changed(slot);
    }
    pump();
  };

  /** Sends what is first of its goods and due, and sleeps until the next is. */
  const pump = () => {
    cancel();
    if (!running()) return;
    const now = world.now();
    const goods = new Set<string>();
    let next = never;
    for (const slot of slots.values()) {
      if (goods.has(slot.entry.goods)) continue;
      goods.add(slot.entry.goods);
      const due = Math.max(slot.due, allDue);
      if (slot.sending) continue;
      if (due > now) next = Math.min(next, due);
      else if (busy < concurrency) void send(slot);
    }
    if (next < never) cancel = world.after(next - now, pump);
  };

  /** The network is back, as for every other device here: each waits a moment of its own. */
  const deaf = world.onOnline(() => {
    const soon = world.now() + jitter(world.random(), 1);
    for (const slot of slots.values()) if (slot.due < never) slot.due = Math.min(slot.due, soon);
    pump();
  });

  const loaded = (async () => {
    for (const entry of [...(await storage.load())].sort((one, other) => one.order - other.order)) {
      last = entry.order;
      const slot = slotOf(entry, 0, () => {});
      if (entry.refusal) void show(slot, entry.refusal);
      else slots.set(entry.id, slot);
    }
    pump();
  })();
  // Who adds an entry is told; without one nobody need be.
  loaded.catch(() => {});

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
      last = Math.max(last + 1, world.now());
      const slot = slotOf({ ...given, order: last, sent: false }, never, settle);
      // Takes its place at once: a later scan of the same goods must not overtake it while it is being stored.
      slots.set(given.id, slot);
      try {
        await keep(slot, {});
      } catch (error) {
        slots.delete(given.id);
        pump();
        throw error;
      }
      slot.due = 0;
      changed(slot);
      pump();
    },
    standings: (): Standing[] => [...slots.values()].map((slot) => standing(slot)),
    state,
    /** New credentials are there: what was held is sent. */
    renewed: () => {
      credentials += 1;
      held = false;
      allChanged();
      pump();
    },
    /**
     * Takes back an entry that is not being sent right now, `false` when it is or is settled. "unsure": an attempt of it may have
     * been recorded. Its ticket is never settled.
     */
    withdraw: async (id: string): Promise<"withdrawn" | "unsure" | false> => {
      const slot = slots.get(id);
      if (!slot || slot.sending) return false;
      slots.delete(id);
      await storage.remove(id);
      pump();
      return slot.doubt ? "unsure" : "withdrawn";
    },
    /** Stops sending; what waits stays in the storage. An attempt under way is broken off, and sent again by the next queue. */
    close: () => {
      stop.abort();
      cancel();
      deaf();
      running();
    },
  };
};
