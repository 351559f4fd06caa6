import type { Attempt, Verdict } from "./exchange.ts";
import type { Line } from "./line.ts";
import type { Pages } from "./pages.ts";
import { jitter, never, type Slot, succeeds } from "./slot.ts";
import type { QueueState } from "./standing.ts";
import type { QueueStorage } from "./storage.ts";
import type { Surroundings } from "./surroundings.ts";
import type { ClientSettings, Entry } from "./types.ts";

export type SenderOptions = {
  readonly storage: QueueStorage;
  readonly world: Surroundings;
  /** How many goods are sent for at once. */
  readonly concurrency: number;
  readonly settings: ClientSettings;
  readonly attempt: Attempt;
  readonly time: { readonly instant: () => number };
};

/** Milliseconds: no timer sleeps longer, for its clock may have been asleep, too. */
const longestSleep = 30_000;
/** An entry on which the service fails so often is set aside; sooner if it answers others. */
const mostFailures = 10;
const someFailures = 5;

/** Sends what is first of its goods and due, while this page leads. */
export const sender = (
  { storage, world, concurrency, settings, attempt, time }: SenderOptions,
  line: Line,
  pages: Pages,
  stepped: () => void,
) => {
  const { slots, held } = line;
  let busy = 0;
  /** Counts renewals: a 401 to credentials that were replaced meanwhile holds nothing. */
  let credentials = 0;
  let allDue = 0;
  /** How often the service answered as it should. */
  let well = 0;
  /** When somebody of the service last answered, and whether the last attempt went without. */
  let heard: number | undefined;
  let silent = false;
  let cancel = () => {};

  const state = (): QueueState => (held.has(true) ? "held" : !world.online() ? "offline" : silent ? "unanswered" : "running");

  /** The service has one answer to this entry, however often it is sent. */
  const keyed = ({ fields }: Entry) => {
    const { key } = settings;
    return typeof key === "string" || (key !== false && key.every((field) => fields[field] !== undefined));
  };
  /** Sent an hour later, it must still say when the goods were seen there; and the same in each attempt, for the key stands for all of it. */
  const dated = ({ route, fields, queuedAt }: Entry, since: number) => {
    if (!settings.routes[route]?.takes.scanned_at) return fields;
    const age = Math.max(world.now() - queuedAt, world.clock() - since);
    return { ...fields, scanned_at: fields.scanned_at ?? new Date(time.instant() - age).toISOString() };
  };

  /** Marks an entry as sent before it is; `false` when another page took it back, or took over the sending. */
  const claim = async (slot: Slot): Promise<boolean> => {
    if (!(await pages.still())) return false;
    let there = true;
    const { id, sent } = slot.entry;
    const more = sent ? undefined : { sent: true, fields: dated(slot.entry, slot.since) };
    // A storage that is full takes no more, but what is in it must go out.
    await succeeds(() =>
      storage.update(id, (kept) => {
        there = !!kept;
        return kept && (more ? { ...kept, ...more } : kept);
      }),
    );
    slot.entry = { ...slot.entry, ...more };
    if (!there) slots.delete(id);
    return there && pages.leads();
  };

  const stop = (slot: Slot) => {
    void line.setAside(slot, "failing");
    void line.stopChains();
  };
  const later = (slot: Slot, verdict: Verdict & { state: "later" }) => {
    slot.due = slot.again ? 0 : world.clock() + (verdict.wait ?? 0) + jitter(world.random(), slot.tries);
    slot.problem = verdict.why;
    slot.doubt ||= verdict.unknown;
    if (verdict.all) allDue = slot.due;
    if (verdict.status === 500) {
      if (!slot.failures) slot.well = well;
      slot.failures += 1;
      if (slot.failures >= (well > slot.well ? someFailures : mostFailures)) return stop(slot);
    }
    line.changed(slot);
  };

  const wake = () => {
    allDue = 0;
    for (const slot of slots.values()) if (slot.due < never) slot.due = 0;
  };

  const settle = (slot: Slot, verdict: Verdict, epoch: number) => {
    const answered = verdict.state !== "later" || verdict.status !== undefined;
    if (answered) {
      heard = world.now();
      // Somebody answers again: what waited for that goes now.
      if (silent) wake();
    }
    if (!slot.again || answered) silent = !answered;
    if (verdict.state === "later") return later(slot, verdict);
    if (verdict.state === "held") {
      if (epoch !== credentials) return;
      held.add(verdict.forbidden ? slot.entry.route : true);
      return line.allChanged();
    }
    well += 1;
    if (verdict.state !== "refused") return void line.finish(slot, verdict);
    const unsure = slot.doubt && (verdict.early || !keyed(slot.entry));
    return void line.refuse(slot, { ...verdict.refusal, unsure });
  };

  const send = async (slot: Slot, sending: AbortController): Promise<void> => {
    const epoch = credentials;
    busy += 1;
    slot.sending = sending;
    slot.again = false;
    const claimed = await claim(slot);
    if (claimed) {
      slot.tries += 1;
      line.changed(slot);
      const { route, fields, id } = slot.entry;
      const verdict = await attempt(route, fields, { key: id, stop: sending.signal });
      slot.sending = undefined;
      if (pages.leads()) settle(slot, verdict, epoch);
    } else {
      // Taken back, or this page may not send.
      slot.due = world.clock() + 1_000;
      slot.sending = undefined;
    }
    busy -= 1;
    pump();
  };

  const pump = () => {
    cancel();
    stepped();
    // "running" or "unanswered".
    if (!pages.leads() || !/^[ru]/.test(state())) return;
    const clock = world.clock();
    const goods = new Set<string>();
    // Until somebody answers, one entry at a time asks whether anybody does, and what time it is.
    const most = heard === undefined || silent ? 1 : concurrency;
    let next = never;
    for (const slot of line.inOrder()) {
      if (goods.has(slot.entry.goods) || slot.entry.aside || slot.entry.refusal) continue;
      goods.add(slot.entry.goods);
      if (slot.sending || held.has(slot.entry.route)) continue;
      const due = Math.max(slot.due, allDue);
      if (due > clock) next = Math.min(next, due);
      else if (busy < most) void send(slot, new AbortController());
    }
    if (next < never) cancel = world.after(Math.min(next - clock, longestSleep), pump);
  };

  return {
    state,
    heard: () => heard,
    pump,
    wake,
    renewed: () => {
      credentials += 1;
      held.clear();
      line.allChanged();
    },
    retry: (id?: string) => {
      wake();
      for (const slot of slots.values()) {
        // The key makes it harmless not to wait for the answer that may never come.
        if (slot.sending && keyed(slot.entry)) {
          slot.again = true;
          slot.sending.abort();
        }
        if (slot.entry.id !== id) continue;
        slot.failures = 0;
        void line.setAside(slot, undefined);
      }
    },
    stop: () => {
      cancel();
      for (const { sending } of slots.values()) sending?.abort();
    },
  };
};
