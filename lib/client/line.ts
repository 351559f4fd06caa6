import type { RouteId } from "../route-ids.ts";
import type { Pages } from "./pages.ts";
import { type Slot, succeeds } from "./slot.ts";
import type { QueueEvents, Standing, Told } from "./standing.ts";
import type { QueueStorage } from "./storage.ts";
import type { ClientSettings, Entry, EntryState, Refusal } from "./types.ts";

export type LineOptions = {
  readonly storage: QueueStorage;
  readonly settings: ClientSettings;
};

/** What an entry changes: corrections stand on the save of the same. */
const chainOf = ({ goods, fields: { box_no, category } }: Entry) => [goods, box_no, category].join("\n");

export type Line = ReturnType<typeof line>;

/** The entries in their order: how each stands, who is told, and how each leaves. */
export const line = ({ storage, settings }: LineOptions, events: QueueEvents, pages: Pages) => {
  const slots = new Map<string, Slot>();
  /** The routes that a 403 holds, and `true` when a 401 holds all. */
  const held = new Set<RouteId | true>();

  const inOrder = () => [...slots.values()].sort((one, other) => one.entry.order - other.entry.order);

  const stateOf = ({ entry, sending, doubt, told }: Slot): EntryState => {
    if (entry.refusal) return entry.refusal.unsure ? "unsure" : "refused";
    if (!pages.leads() && told) return told;
    if (entry.aside) return "aside";
    if (sending) return "sent";
    return held.has(true) || held.has(entry.route) ? "held" : doubt ? "sent" : "waiting";
  };
  const standing = (slot: Slot, state = stateOf(slot)): Standing => ({
    entry: slot.entry,
    state,
    tries: slot.tries,
    problem: slot.problem,
  });
  const changed = (slot: Slot, state?: EntryState, told?: Told) => {
    const now = standing(slot, state);
    void succeeds(() => events.onChange?.(now));
    pages.tell({ standing: now, told });
  };

  const keep = (slot: Slot, more: Partial<Entry>) => {
    slot.entry = { ...slot.entry, ...more };
    return succeeds(() => storage.update(slot.entry.id, (kept) => kept && slot.entry));
  };
  const forget = (id: string) => succeeds(() => storage.update(id, () => undefined));

  const setAside = (slot: Slot, aside: Entry["aside"]) => {
    const stored = keep(slot, { aside });
    changed(slot);
    return stored;
  };
  /** What builds on an entry that was not recorded waits for the worker; a new save of the same begins anew. */
  const stopChains = (refused?: Entry) => {
    const broken = new Set(refused && [chainOf(refused)]);
    // All of them now, before the next is sent.
    const stops = inOrder().map((slot) => {
      const chain = chainOf(slot.entry);
      if (slot.entry.aside) broken.add(chain);
      else if (!settings.routes[slot.entry.route]?.builds) broken.delete(chain);
      else if (broken.has(chain) && !slot.sending) return setAside(slot, "follows");
      return undefined;
    });
    return Promise.all(stops);
  };

  return {
    slots,
    held,
    inOrder,
    standing,
    changed,
    allChanged: () => {
      for (const slot of inOrder()) if (!slot.sending) changed(slot);
    },
    keep,
    setAside,
    stopChains,
    refuse: async (slot: Slot, refusal: Refusal) => {
      const { id } = slot.entry;
      slots.delete(id);
      const stopped = stopChains(slot.entry);
      await keep(slot, { refusal });
      await stopped;
      const told = { state: "refused", refusal } as const;
      changed(slot, undefined, told);
      slot.settle(told);
      if (await succeeds(() => events.onRefused?.(slot.entry, refusal))) await forget(id);
    },
    finish: async (slot: Slot, told: Parameters<NonNullable<QueueEvents["onDone"]>>[1]) => {
      const { id } = slot.entry;
      slots.delete(id);
      await forget(id);
      changed(slot, told.state, told);
      slot.settle(told);
      void succeeds(() => events.onDone?.(slot.entry, told));
    },
  };
};
