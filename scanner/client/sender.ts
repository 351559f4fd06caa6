import type { Attempt, Verdict } from "./exchange.ts";
import { holdOf, type Line } from "./line.ts";
import type { QueueState } from "./news.ts";
import type { serverClock } from "./server-clock.ts";
import { jitter, never, type Slot } from "./slot.ts";
import type { Surroundings } from "./surroundings.ts";
import type { ClientSettings, Entry } from "./types.ts";

export type SenderOptions = {
  readonly world: Surroundings;
  /** How many goods are sent for at once. */
  readonly concurrency: number;
  readonly settings: ClientSettings;
  readonly attempt: Attempt;
  readonly time: ReturnType<typeof serverClock>;
  readonly by: undefined | (() => string | undefined);
};

type Lead = {
  /** This page sends. */
  readonly leads: () => boolean;
  /** Whether it still does; a page that was asleep may not know. */
  readonly still: () => Promise<boolean>;
  /** Called whenever what `state` says may have changed. */
  readonly stepped: () => void;
};

/** Milliseconds: no timer sleeps longer, for its clock may have been asleep, too. */
const longestSleep = 30_000;
/** The read that costs least: it asks for the time. */
const question = "get-attachment-categories";
/** An entry on which the service fails so often, in some ten minutes, is set aside; sooner if it answers others. */
const mostFailures = 30;
const someFailures = 5;
/** Milliseconds: two estimates of a right time differ by less. An instant further ahead is of a wrong clock, and holds up no scan. */
const furthest = 10_000;

/** Sends what is first of its goods and due, while this page leads. */
export const sender = (
  { world, concurrency, settings, attempt, time, by }: SenderOptions,
  {
    slots,
    held,
    isHeld,
    inOrder,
    lastScans,
    instantOf,
    changed,
    allChanged,
    keep,
    keepAll,
    setAside,
    stopChains,
    end,
  }: Line,
  { leads, still, stepped }: Lead,
) => {
  const { now, clock } = world;
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

  const state = (): QueueState =>
    held.has(holdOf(by?.()))
      ? "held"
      : !world.online()
        ? "offline"
        : silent
          ? "unanswered"
          : "running";

  const ageOf = ({ entry, since }: Slot) => Math.max(now() - entry.queuedAt, clock() - since);
  const isDated = ({ entry: { route, fields } }: Slot) =>
    !settings.routes[route]?.takes.scanned_at || fields.scanned_at !== undefined;
  /** Gives no scan an instant before that of an earlier scan of the same goods, which another estimate of the time may have dated. */
  const keepOrder = (all: readonly Slot[]) => {
    const last = new Map(lastScans);
    for (const slot of all) {
      const { goods } = slot.entry;
      const before = last.get(goods) ?? 0;
      if (slot.at !== undefined && before - slot.at < furthest)
        slot.at = Math.max(slot.at, before + 1);
      last.set(goods, Math.max(before, instantOf(slot)));
    }
  };
  /** The instant of the scan, however late it is sent; the same in each attempt, for the key covers the whole request. */
  const dated = (slot: Slot, all = inOrder()) => {
    if (isDated(slot)) return slot.entry.fields;
    slot.at ??= time.instant() - ageOf(slot);
    keepOrder(all);
    return { ...slot.entry.fields, scanned_at: new Date(slot.at).toISOString() };
  };
  // What was scanned while nobody knew the time gets its instant as soon as somebody does, and none later than what came after it.
  time.onLearnt(() => {
    let latest = time.instant();
    for (const slot of inOrder().reverse()) {
      slot.at ??=
        Date.parse(slot.entry.fields.scanned_at as string) ||
        time.instant() - time.ago(slot.entry.queuedAt, slot.since);
      latest = slot.at = Math.min(slot.at, latest);
    }
    keepOrder(inOrder());
  });
  const stop = (slot: Slot, aside: Entry["aside"]) => {
    setAside(slot, aside);
    stopChains();
  };

  const wake = () => {
    allDue = 0;
    for (const slot of slots.values()) if (slot.due < never) slot.due = 0;
    // A storage that was full may have room.
    keepAll();
  };

  const hold = (what: string, epoch: number) => {
    if (epoch !== credentials) return;
    held.add(what);
    allChanged();
  };

  const judge = (slot: Slot, verdict: Verdict, epoch: number, again: boolean, asked: boolean) => {
    const { by, route } = slot.entry;
    if (verdict.state === "held" && verdict.unasked) return hold(holdOf(by), epoch);
    const answered = verdict.state !== "later" || verdict.own;
    if (answered) {
      heard = now();
      // Somebody answers again: what waited for that goes now.
      if (silent) wake();
    }
    if (!again || answered) silent = !answered;
    if (verdict.state === "later") {
      slot.due = again ? 0 : clock() + verdict.wait + jitter(world.random(), slot.tries);
      slot.problem = verdict.why;
      slot.doubt ||= !asked && verdict.doubt;
      if (verdict.all || asked) allDue = slot.due;
      if (verdict.fault && !asked) {
        slot.well ??= well;
        slot.failures += 1;
        if (slot.failures >= (well > slot.well ? someFailures : mostFailures))
          return stop(slot, "failing");
      }
      return changed(slot);
    }
    // A key that may not ask has an answer all the same.
    if (asked && (verdict.state !== "held" || verdict.forbidden)) return;
    if (verdict.state === "held")
      return hold(holdOf(by, verdict.forbidden ? route : undefined), epoch);
    well += 1;
    const { state } = verdict;
    if (state !== "refused") return void end(slot, verdict);
    return void end(slot, {
      state,
      // Without a key a browser that sends a request again by itself gets the refusal that its first sending caused.
      refusal: {
        ...verdict.refusal,
        unsure: settings.key
          ? verdict.reused || (slot.doubt && verdict.early)
          : slot.doubt || !verdict.early,
      },
    });
  };

  const send = async (slot: Slot, sending: AbortController): Promise<void> => {
    const epoch = credentials;
    busy += 1;
    slot.sending = sending;
    let verdict: Verdict | undefined;
    // As long as nobody knows the time a read goes before a scan that must have an instant.
    const asked = !time.known() && !isDated(slot);
    // It is marked as sent before it is. A storage that is full takes no more, but what is in it must go out.
    if (await still()) {
      if (asked) {
        slot.tries += 1;
        verdict = await attempt(question, {}, slot.entry.by, undefined, sending.signal);
      } else if (
        !(await keep(slot, slot.entry.sent ? undefined : { sent: true, fields: dated(slot) }))
      )
        slots.delete(slot.entry.id);
      // Another page may have taken over while the storage was busy.
      else if (await still()) {
        slot.tries += 1;
        changed(slot);
        const { route, fields, by, id } = slot.entry;
        verdict = await attempt(route, fields, by, id, sending.signal);
      }
    }
    slot.sending = undefined;
    if (!verdict) slot.due = clock() + 1_000;
    else if (leads()) judge(slot, verdict, epoch, sending.signal.aborted, asked);
    busy -= 1;
    pump();
  };

  const pump = () => {
    cancel();
    stepped();
    if (!leads() || !world.online()) return;
    const goods = new Set<string>();
    // Until somebody answers, one at a time asks whether anybody does, and what time it is.
    const most = !time.known() || silent ? 1 : concurrency;
    let next = never;
    for (const slot of inOrder()) {
      const { entry, sending } = slot;
      if (goods.has(entry.goods) || entry.aside) continue;
      // The service may have recorded it and have forgotten that it did.
      if (entry.sent && !sending && settings.keepFor && ageOf(slot) > settings.keepFor) {
        stop(slot, "expired");
        continue;
      }
      goods.add(entry.goods);
      if (sending || isHeld(entry)) continue;
      const due = Math.max(slot.due, allDue);
      if (due > clock()) next = Math.min(next, due);
      else if (busy < most) void send(slot, new AbortController());
    }
    // A slow device may have reached the instant meanwhile.
    if (next < never)
      cancel = world.after(Math.max(0, Math.min(next - clock(), longestSleep)), pump);
  };

  return {
    state,
    heard: () => heard,
    pump,
    stop: () => {
      cancel();
      for (const { sending } of slots.values()) sending?.abort();
    },
    /** Gives a scan of this moment its instant, if it needs one and the service's time is known. */
    date: (slot: Slot) => {
      if (time.known()) slot.entry = { ...slot.entry, fields: dated(slot, [...inOrder(), slot]) };
    },
    /** What a page asks of the one that sends. */
    calls: {
      wake,
      renewed: () => {
        credentials += 1;
        held.clear();
        allChanged();
      },
      retry: (id?: string) => {
        wake();
        for (const slot of slots.values()) {
          // The key makes it harmless not to wait for the answer that may never come.
          if (settings.key) slot.sending?.abort();
          if (slot.entry.id !== id) continue;
          slot.failures = 0;
          setAside(slot, undefined);
        }
      },
    },
  };
};
