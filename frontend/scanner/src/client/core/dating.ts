import type { Entry } from "../entry.ts";
import type { EntryDraft, StateDraft } from "./draft.ts";
import { ageOf, entriesInOrder, type QueuedEntry } from "./state.ts";

/** Two estimates of the service's time differ by less than this. A larger lead comes from a wrong clock, and must not delay a scan. */
const longestClockErrorMs = 10_000;

const instantInFields = ({ fields }: Entry) => Date.parse(fields.scanned_at as string);

/** Whether the entry has its instant, or its route takes none. */
export const isDated = ({ settings }: StateDraft, { route, fields }: Entry): boolean =>
  !settings.routes[route]?.takes.scanned_at || fields.scanned_at !== undefined;

type ScanInstant = Pick<QueuedEntry, "entry" | "instant">;
const instantOf = ({ entry, instant = 0 }: ScanInstant) => instantInFields(entry) || instant;

/** Stores the instant of a recorded scan, so that no later scan of the goods is dated before it. */
export const noteRecordedScan = (draft: StateDraft, scan: ScanInstant): void => {
  const { goods } = scan.entry;
  const latest = Math.max(draft.lastScans.get(goods) ?? 0, instantOf(scan));
  draft.lastScans = new Map(draft.lastScans).set(goods, latest);
};

/** Makes sure that no scan is dated before an earlier scan of the same goods, even if different estimates of the time dated them. */
const orderInstants = (draft: StateDraft) => {
  const latestByGoods = new Map(draft.lastScans);
  for (const queued of entriesInOrder(draft)) {
    const { entry, instant } = queued;
    const latest = latestByGoods.get(entry.goods) ?? 0;
    if (instant !== undefined && latest - instant < longestClockErrorMs)
      queued.instant = Math.max(instant, latest + 1);
    latestByGoods.set(entry.goods, Math.max(latest, instantOf(queued)));
  }
};

/**
 * The fields with the instant of the scan. Every attempt sends the same fields, because the service compares requests with the same key.
 */
export const dateFields = (draft: StateDraft, queued: EntryDraft): Entry["fields"] => {
  const { entry } = queued;
  if (isDated(draft, entry)) return entry.fields;
  queued.instant ??= draft.moment.instant - ageOf(queued, draft.moment);
  orderInstants(draft);
  return { ...entry.fields, scanned_at: new Date(queued.instant).toISOString() };
};

/**
 * Dates the scans that were taken before the time was known, with the clock that was right until now. No scan is dated later than the scan
 * after it.
 */
export const dateEntries = (draft: StateDraft, isSteady: boolean): void => {
  const { now, clock, instant } = draft.moment;
  let latest = instant;
  for (const queued of entriesInOrder(draft).reverse()) {
    const { entry, takenAt } = queued;
    // The application may give an instant that is much earlier, which must not move the scans before it.
    if (queued.instant === undefined && instantInFields(entry)) continue;
    const age = isSteady ? clock - takenAt : now - entry.queuedAt;
    latest = Math.min(latest, queued.instant ?? instant - age);
    queued.instant = latest;
  }
  orderInstants(draft);
};
