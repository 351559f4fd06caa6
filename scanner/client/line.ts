import type { EntryStatus, News, QueueEvents } from "./news.ts";
import { never, type Slot, succeeds } from "./slot.ts";
import type { QueueStorage } from "./storage.ts";
import type { ClientSettings, Entry, EntryState, Outcome } from "./types.ts";

export type LineOptions = {
  readonly storage: QueueStorage;
  readonly settings: ClientSettings;
};

/** What an entry changes: a correction builds on the save of the same item. A move builds on one item and saves the other. */
const chainsOf = ({ goods, fields: { box_no, to_box_no, category } }: Entry) =>
  [box_no, ...(to_box_no ? [to_box_no] : [])].map((no) => [goods, no, category].join("\n"));

export const holdOf = (by = "", route = ""): string => `${route} ${by}`;

export type Line = ReturnType<typeof line>;

/** The entries in their order: the state of each, and how it ends. */
export const line = (
  { storage, settings }: LineOptions,
  events: QueueEvents,
  post: (...news: News) => void,
) => {
  const slots = new Map<string, Slot>();
  /** Of whom a 401 holds everything, or a 403 a route. */
  const held = new Set<string>();
  const isHeld = ({ by, route }: Entry) => held.has(holdOf(by)) || held.has(holdOf(by, route));

  /** The instants of the last scans that ended, by their goods: by the service's time, in epoch milliseconds. */
  const lastScans = new Map<string, number>();
  const instantOf = ({ entry: { fields }, at = 0 }: Pick<Slot, "entry" | "at">) =>
    Date.parse(fields.scanned_at as string) || at;
  const noteScan = (slot: Pick<Slot, "entry" | "at">) => {
    const { goods } = slot.entry;
    lastScans.set(goods, Math.max(lastScans.get(goods) ?? 0, instantOf(slot)));
  };

  const inOrder = () =>
    [...slots.values()].sort((one, other) => one.entry.order - other.entry.order);
  /** Those that the storage has: no other may be reported as waiting. */
  const stored = () => inOrder().filter(({ due }) => due < never);

  const stateOf = ({ entry, sending, doubt }: Slot): EntryState => {
    const { refusal, aside } = entry;
    if (refusal) return refusal.unsure ? "unsure" : "refused";
    if (aside) return "aside";
    if (!sending && isHeld(entry)) return "held";
    return sending || doubt ? "sent" : "waiting";
  };
  const status = ({ entry, state, tries, problem }: Slot): EntryStatus => ({
    entry,
    state,
    tries,
    problem,
  });
  const changed = (slot: Slot, state = stateOf(slot), outcome?: Outcome) => {
    // Nobody hears of what the storage has not taken yet, and perhaps never takes.
    if (slot.due === never) return;
    slot.state = state;
    void succeeds(() => events.onChange?.(status(slot), outcome));
    if (outcome) slot.resolve?.(outcome);
    post("entry", { ...status(slot), made: slot.made }, outcome);
  };

  /** Whether the storage was emptied since it took the entry. */
  const isGone = ({ made }: Slot) => made !== undefined && made !== storage.made?.();
  /** Refused, and not understood yet. */
  const unseen = new Set<Slot>();
  /** Changes an entry in memory and in the storage; `false` when another page took it back. */
  const keep = async (slot: Slot, more?: Partial<Entry>) => {
    let there = true;
    let made: unknown;
    slot.entry = { ...slot.entry, ...more };
    const kept = await succeeds(() =>
      storage.update(slot.entry.id, (kept) => {
        there = !!kept || isGone(slot);
        made = storage.made?.();
        return there ? (kept && !more ? kept : slot.entry) : undefined;
      }),
    );
    if (kept) slot.made = made;
    return there;
  };
  const forget = (id: string) => succeeds(() => storage.update(id, () => undefined));

  const setAside = (slot: Slot, aside: Entry["aside"]) => {
    void keep(slot, { aside });
    changed(slot);
  };
  /** What builds on an entry that was not recorded waits for the worker; a new save of the same begins anew. */
  const stopChains = (refused?: Entry) => {
    const broken = new Set(refused && chainsOf(refused));
    // All of them now, before the next is sent.
    for (const slot of inOrder()) {
      const [chain = "", ...saved] = chainsOf(slot.entry);
      const builds = settings.routes[slot.entry.route]?.builds;
      if (builds && broken.has(chain) && !slot.sending && !slot.entry.aside)
        setAside(slot, "follows");
      for (const one of [chain, ...saved])
        if (slot.entry.aside) broken.add(one);
        else if (!builds || one !== chain) broken.delete(one);
    }
  };

  return {
    slots,
    held,
    isHeld,
    inOrder,
    lastScans,
    instantOf,
    noteScan,
    statuses: () => stored().map(status),
    changed,
    allChanged: () => {
      for (const slot of stored()) changed(slot);
    },
    isGone,
    keep,
    /** Keeps again what was in a storage that was emptied. */
    keepAll: () => {
      for (const slot of [...stored(), ...unseen]) if (isGone(slot)) void keep(slot);
    },
    setAside,
    stopChains,
    /** Removes the entry and reports its outcome; a refusal stays in the storage until it was shown. */
    end: async (slot: Slot, outcome: Outcome) => {
      const { id } = slot.entry;
      slots.delete(id);
      if (outcome.state === "refused") {
        stopChains(slot.entry);
        unseen.add(slot);
        await keep(slot, { refusal: outcome.refusal });
        changed(slot, undefined, outcome);
        if (await succeeds(() => events.onRefused?.(slot.entry, outcome.refusal))) {
          unseen.delete(slot);
          await forget(id);
        }
      } else {
        noteScan(slot);
        await forget(id);
        changed(slot, outcome.state, outcome);
        void succeeds(() => events.onDone?.(slot.entry, outcome));
      }
    },
  };
};
