import type { Entry } from "../entry.ts";
import type { EntryDraft, StateDraft } from "./draft.ts";
import { ageOf, entriesInOrder, type QueuedEntry } from "./state.ts";

/** Milliseconds: two estimates of a right time differ by less. An instant further ahead is of a wrong clock, and holds up no scan. */
const longestClockErrorMs = 10_000;

const scannedInstantOf = ({ fields }: Entry) => Date.parse(fields.scanned_at as string);

/** Whether the entry has its instant, or its route takes none. */
export const isDated = ({ settings }: StateDraft, { route, fields }: Entry): boolean =>
  !settings.routes[route]?.takes.scanned_at || fields.scanned_at !== undefined;

type DatedEntry = Pick<QueuedEntry, "entry" | "instant">;
const instantOf = ({ entry, instant = 0 }: DatedEntry) => scannedInstantOf(entry) || instant;

/** Remembers the instant of a scan that was recorded: no later scan of the goods is dated before it. */
export const noteRecordedScan = (draft: StateDraft, scan: DatedEntry): void => {
  const { goods } = scan.entry;
  const last = Math.max(draft.lastScans.get(goods) ?? 0, instantOf(scan));
  draft.lastScans = new Map(draft.lastScans).set(goods, last);
};

/** Gives no scan an instant before that of an earlier scan of the same goods, which another estimate of the time may have dated. */
const orderInstants = (draft: StateDraft) => {
  const last = new Map(draft.lastScans);
  for (const queued of entriesInOrder(draft)) {
    const { entry, instant } = queued;
    const before = last.get(entry.goods) ?? 0;
    if (instant !== undefined && before - instant < longestClockErrorMs)
      queued.instant = Math.max(instant, before + 1);
    last.set(entry.goods, Math.max(before, instantOf(queued)));
  }
};

/** The fields with the instant of the scan. However late it is sent they are the same in each attempt, for the key covers them all. */
export const dateFields = (draft: StateDraft, queued: EntryDraft): Entry["fields"] => {
  const { entry } = queued;
  if (isDated(draft, entry)) return entry.fields;
  queued.instant ??= draft.moment.instant - ageOf(queued, draft.moment);
  orderInstants(draft);
  return { ...entry.fields, scanned_at: new Date(queued.instant).toISOString() };
};

/**
 * Dates what was scanned while the time was not known, by the clock that was right until then, and nothing later than what came
 * after it.
 */
export const dateEntries = (draft: StateDraft, isSteady: boolean): void => {
  const { now, clock, instant } = draft.moment;
  let latest = instant;
  for (const queued of entriesInOrder(draft).reverse()) {
    const { entry, takenAt } = queued;
    const age = isSteady ? clock - takenAt : now - entry.queuedAt;
    latest = Math.min(latest, queued.instant ?? (scannedInstantOf(entry) || instant - age));
    queued.instant = latest;
  }
  orderInstants(draft);
};
