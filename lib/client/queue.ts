import type { RouteId } from "../route-ids.ts";
import type { Attempt, Verdict } from "./exchange.ts";
import { jitter, never, type Slot, slotOf, succeeds } from "./slot.ts";
import type { News, QueueEvents, QueueState, Standing, Told } from "./standing.ts";
import type { Lead, QueueStorage } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Entry, EntryState, Refusal } from "./types.ts";

export type QueueOptions = {
  readonly storage: QueueStorage;
  readonly world: Surroundings;
  /** How many goods are sent for at once. */
  readonly concurrency: number;
  readonly attempt: Attempt;
  /** The service has one answer to this entry, however often it is sent. */
  readonly keyed: (entry: Entry) => boolean;
  /** The fields as they are sent, `age` milliseconds after the scan. */
  readonly dated: (entry: Entry, age: number) => Entry["fields"];
  /** What an entry changes: corrections stand on the save of the same. */
  readonly chainOf: (entry: Entry) => string;
  readonly builds: (entry: Entry) => boolean;
};

/** Milliseconds: no timer sleeps longer, for its clock may have been asleep, too. */
const longestSleep = 30_000;
/** An entry on which the service fails so often is set aside; sooner if it answers others. */
const mostFailures = 10;
const someFailures = 5;

const finals: ReadonlySet<EntryState> = new Set(["done", "superseded", "refused", "unsure", "withdrawn"]);

/**
 * Sends entries in their order, those of one zongpai one after the other, until each is settled (contract, "Exactly once"): a 4xx is
 * final and shown, a 401 holds everything, a 403 its route, 429 and 503 wait for Retry-After, and no answer is sent again with the
 * same key. Of the pages on one storage one sends, the others show what it tells.
 */
export const queue = (options: QueueOptions, events: QueueEvents) => {
  const { storage, world, concurrency, attempt, keyed, dated, chainOf, builds } = options;
  const slots = new Map<string, Slot>();
  const forbidden = new Set<RouteId>();
  let last = 0;
  let busy = 0;
  let held = false;
  let closed = false;
  let leading = false;
  /** Counts renewals: a 401 to credentials that were replaced meanwhile holds nothing. */
  let credentials = 0;
  let allDue = 0;
  /** How often the service answered as it should. */
  let well = 0;
  /** When somebody of the service last answered, and whether the last attempt went without. */
  let heard: number | undefined;
  let silent = false;
  let shown: QueueState = "running";
  let cancel = () => {};
  let lead: Lead | undefined;

  const tell = (news: News) => feed?.tell(news);
  const inOrder = () => [...slots.values()].sort((one, other) => one.entry.order - other.entry.order);

  const stateOf = ({ entry, sending, doubt, told }: Slot): EntryState => {
    if (entry.refusal) return entry.refusal.unsure ? "unsure" : "refused";
    if (!leading && told) return told;
    if (entry.aside) return "aside";
    if (sending) return "sent";
    return held || forbidden.has(entry.route) ? "held" : doubt ? "sent" : "waiting";
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
    tell({ standing: now, told });
  };
  const allChanged = () => {
    for (const slot of inOrder()) if (!slot.sending) changed(slot);
  };

  const state = (): QueueState => {
    if (closed) return "closed";
    if (!leading && lead) return shown;
    return held ? "held" : !world.online() ? "offline" : silent ? "unanswered" : "running";
  };
  const show = (now: QueueState) => {
    if (now === shown) return;
    shown = now;
    void succeeds(() => events.onState?.(now));
    if (leading) tell({ state: now, heard });
  };

  const keep = (slot: Slot, more: Partial<Entry>) => {
    slot.entry = { ...slot.entry, ...more };
    return storage.update(slot.entry.id, (kept) => kept && slot.entry);
  };
  const forget = (id: string) => succeeds(() => storage.update(id, () => undefined));

  const setAside = (slot: Slot, aside: NonNullable<Entry["aside"]>) => {
    const stored = succeeds(() => keep(slot, { aside }));
    changed(slot);
    return stored;
  };
  /** What builds on an entry that was not recorded waits for the worker; a new save of the same begins anew. */
  const stopChains = (refused?: Entry) => {
    const broken = new Set(refused && [chainOf(refused)]);
    const stops = inOrder().map((slot) => {
      const chain = chainOf(slot.entry);
      if (slot.entry.aside) broken.add(chain);
      else if (!builds(slot.entry)) broken.delete(chain);
      else if (broken.has(chain) && !slot.sending) return setAside(slot, "follows");
      return undefined;
    });
    return Promise.all(stops);
  };

  const refuse = async (slot: Slot, refusal: Refusal) => {
    const { id } = slot.entry;
    slots.delete(id);
    await succeeds(() => keep(slot, { refusal }));
    await stopChains(slot.entry);
    changed(slot, undefined, { state: "refused", refusal });
    slot.settle({ state: "refused", refusal });
    if (await succeeds(() => events.onRefused?.(slot.entry, refusal))) await forget(id);
  };

  const finish = async (slot: Slot, told: Parameters<NonNullable<QueueEvents["onDone"]>>[1]) => {
    const { id } = slot.entry;
    slots.delete(id);
    await forget(id);
    changed(slot, told.state, told);
    slot.settle(told);
    void succeeds(() => events.onDone?.(slot.entry, told));
  };

  /** Marks an entry as sent before it is; `false` when another page took it back, or took over the sending. */
  const claim = async (slot: Slot): Promise<boolean> => {
    if (!(await lead?.still() ?? true)) return false;
    let there = true;
    const age = Math.max(world.now() - slot.entry.queuedAt, world.clock() - slot.since);
    const more = slot.entry.sent ? undefined : { sent: true, fields: dated(slot.entry, age) };
    // A storage that is full takes no more, but what is in it must go out.
    await succeeds(() =>
      storage.update(slot.entry.id, (kept) => {
        there = !!kept;
        return kept && (more ? { ...kept, ...more } : kept);
      }),
    );
    slot.entry = { ...slot.entry, ...more };
    if (!there) slots.delete(slot.entry.id);
    return there && !closed;
  };

  const wait = (slot: Slot, verdict: Verdict & { state: "later" }) => {
    slot.due = slot.again ? 0 : world.clock() + (verdict.wait ?? 0) + jitter(world.random(), slot.tries);
    slot.problem = verdict.why;
    slot.doubt ||= verdict.unknown;
    if (verdict.all) allDue = slot.due;
    if (verdict.status === 500) {
      if (slot.failures === 0) slot.well = well;
      slot.failures += 1;
      if (slot.failures >= (well > slot.well ? someFailures : mostFailures)) return void setAside(slot, "failing");
    }
    changed(slot);
  };

  const settle = (slot: Slot, verdict: Verdict, epoch: number) => {
    const answered = verdict.state !== "later" || verdict.status !== undefined;
    if (answered) {
      heard = world.now();
      // Somebody answers again: what waited for that goes now.
      if (silent) wake();
    }
    if (!slot.again || answered) silent = !answered;
    if (verdict.state === "later") return wait(slot, verdict);
    if (verdict.state === "held") {
      if (epoch !== credentials) return;
      if (verdict.forbidden) forbidden.add(slot.entry.route);
      else held = true;
      return allChanged();
    }
    well += 1;
    if (verdict.state !== "refused") return void finish(slot, verdict);
    const unsure = slot.doubt && (verdict.early || !keyed(slot.entry));
    return void refuse(slot, { ...verdict.refusal, unsure });
  };

  const send = async (slot: Slot): Promise<void> => {
    const epoch = credentials;
    const sending = new AbortController();
    busy += 1;
    slot.sending = sending;
    slot.again = false;
    if (await claim(slot)) {
      slot.tries += 1;
      changed(slot);
      const { route, fields, id } = slot.entry;
      const verdict = await attempt(route, fields, { key: id, stop: sending.signal });
      slot.sending = undefined;
      if (!closed && leading) settle(slot, verdict, epoch);
    } else {
      // Not taken back, but not sent either: this page may not.
      slot.due = world.clock() + 1_000;
      slot.sending = undefined;
    }
    busy -= 1;
    pump();
  };

  /** Sends what is first of its goods and due, and sleeps until the next is. */
  const pump = () => {
    cancel();
    const now = state();
    show(now);
    if (!leading || (now !== "running" && now !== "unanswered")) return;
    const clock = world.clock();
    const goods = new Set<string>();
    // Until somebody answers, one entry at a time asks whether anybody does, and what time it is.
    const most = heard === undefined || silent ? 1 : concurrency;
    let next = never;
    for (const slot of inOrder()) {
      if (goods.has(slot.entry.goods) || slot.entry.aside || slot.entry.refusal) continue;
      goods.add(slot.entry.goods);
      if (slot.sending || forbidden.has(slot.entry.route)) continue;
      const due = Math.max(slot.due, allDue);
      if (due > clock) next = Math.min(next, due);
      else if (busy < most) void send(slot);
    }
    if (next < never) cancel = world.after(Math.min(next - clock, longestSleep), pump);
  };

  const wake = () => {
    allDue = 0;
    for (const slot of slots.values()) if (slot.due < never) slot.due = 0;
  };

  /** Done by the page that sends, whichever page it is asked of. */
  const calls: Record<NonNullable<News["call"]>, (id?: string) => void> = {
    hello: () => {
      tell({ state: shown, heard });
      allChanged();
    },
    wake,
    renewed: () => {
      credentials += 1;
      held = false;
      forbidden.clear();
      allChanged();
    },
    retry: (id) => {
      wake();
      for (const slot of slots.values()) {
        if (slot.sending && keyed(slot.entry)) {
          slot.again = true;
          slot.sending.abort();
        }
        if (slot.entry.id !== id) continue;
        slot.failures = 0;
        void succeeds(() => keep(slot, { aside: undefined }));
        changed(slot);
      }
    },
  };
  const call = (name: NonNullable<News["call"]>, id?: string) => {
    if (!leading) tell({ call: name, id });
    else calls[name](id);
    pump();
  };

  const hear = (news: unknown) => {
    const { standing: now, told, state: said, call: asked, id, heard: at } = news as News;
    if (asked && leading) calls[asked](id);
    if (said && !leading) {
      heard = at;
      show(said);
    }
    if (now) {
      const { entry, state, tries, problem } = now;
      const slot = slots.get(entry.id) ?? slotOf(entry, world.clock());
      if (finals.has(state)) slots.delete(entry.id);
      else slots.set(entry.id, slot);
      if (!leading) Object.assign(slot, { entry, tries, problem, told: state });
      if (told) slot.settle(told);
      void succeeds(() => events.onChange?.(now));
    }
    pump();
  };

  const load = async () => {
    const entries = await storage.load();
    const there = new Set(entries.map(({ id }) => id));
    for (const [id, { due, sending }] of slots) if (!there.has(id) && due < never && !sending) slots.delete(id);
    for (const entry of entries) {
      last = Math.max(last, entry.order);
      const slot = slots.get(entry.id);
      if (slot) Object.assign(slot, { entry, doubt: entry.sent });
      else slots.set(entry.id, slotOf(entry, world.clock()));
    }
  };

  const taken = async () => {
    await succeeds(load);
    leading = !closed;
    for (const slot of inOrder()) if (slot.entry.refusal) void refuse(slot, slot.entry.refusal);
    void stopChains();
    calls.hello();
    pump();
  };
  const lost = () => {
    leading = false;
    for (const { sending } of slots.values()) sending?.abort();
  };

  const loaded = load();
  // Who adds an entry is told; without one nobody need be.
  const ready = loaded.catch(() => {}).then(() => {
    const { name } = storage;
    if (closed) return;
    if (name === undefined) return taken();
    lead = world.lock ? world.lock(name, taken) : storage.lease?.(world, taken, lost);
    return tell({ call: "hello" });
  });
  const feed = storage.feed?.(hear);
  const deaf = world.onWake(() => call("wake"));

  return {
    /** Resolves when the entries of earlier sessions are there; rejects with what the storage throws. */
    loaded,
    /**
     * Keeps an entry, then sends it when its turn comes.
     * @throws what the storage throws: then the scan was not taken, and the worker must know
     */
    add: async (given: Omit<Entry, "order" | "sent">, settled: Slot["settle"]): Promise<void> => {
      await loaded;
      // Never backwards, even if the clock is.
      last = Math.max(last + 1, given.queuedAt);
      const slot = slotOf({ ...given, order: last, sent: false }, world.clock(), never, settled);
      // Takes its place at once: a later scan of the same goods must not overtake it while it is being stored.
      slots.set(given.id, slot);
      try {
        await storage.update(given.id, () => slot.entry);
      } catch (error) {
        slots.delete(given.id);
        pump();
        throw error;
      }
      slot.due = 0;
      changed(slot);
      await stopChains();
      pump();
    },
    /** What waits, in its order. */
    standings: (): Standing[] => inOrder().map((slot) => standing(slot)),
    state,
    /** When the service last answered, in epoch milliseconds by the device's clock; `undefined` when it has not yet. */
    heardAt: () => heard,
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
      if (!slot || slot.sending || slot.told === "sent") return false;
      let found: Entry | undefined;
      await storage.update(id, (kept) => {
        found = kept;
        return undefined;
      });
      slots.delete(id);
      if (!found) return false;
      changed(slot, "withdrawn");
      pump();
      return (leading ? slot.doubt : found.sent) ? "unsure" : "withdrawn";
    },
    /** Stops sending; what waits stays in the storage. An attempt under way is broken off, and sent again by the next queue. */
    close: () => {
      closed = true;
      for (const { sending } of slots.values()) sending?.abort();
      void ready.then(() => lead?.release());
      cancel();
      deaf();
      feed?.close();
      show("closed");
    },
  };
};
