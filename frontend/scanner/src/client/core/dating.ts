import type { Entry } from "../entry.ts";
import { type EntryDraft, editEntry, type StateDraft } from "./draft.ts";
import { ageOf, isOpen, lastNoted, type QueuedEntry } from "./state.ts";

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
  const latest = Math.max(lastNoted(draft.lastScans, goods) ?? 0, instantOf(scan));
  draft.lastScans = [[goods, latest], ...draft.lastScans];
};

/**
 * Makes sure that no scan of the goods is dated before an earlier one, even if different estimates of the time dated them. Without goods,
 * no scan of any.
 */
const orderInstants = (draft: StateDraft, goods?: string) => {
  const latestByGoods = new Map<string, number>();
  for (const one of draft.entries) {
    if (!isOpen(one, goods)) continue;
    const queued = editEntry(draft, one);
    const { entry, instant } = queued;
    const latest = latestByGoods.get(entry.goods) ?? lastNoted(draft.lastScans, entry.goods) ?? 0;
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
  const { fields } = entry;
  const isComplete = isDated(draft, entry);
  // The instant of a save counts, too: no later scan of its goods is dated before it. A clock that may be wrong dates no save, because it
  // would also date the scans before it.
  if (draft.moment.isKnown ? !fields.scanned_at : !isComplete) {
    queued.instant ??= draft.moment.instant - ageOf(queued, draft.moment);
    orderInstants(draft, entry.goods);
  }
  if (isComplete) return fields;
  return { ...fields, scanned_at: new Date(queued.instant ?? 0).toISOString() };
};

/**
 * Dates the scans that were taken before the time was known, with the clock that was right until now. No scan is dated later than the scan
 * after it.
 */
export const dateEntries = (draft: StateDraft, isSteady: boolean): void => {
  const { now, clock, instant } = draft.moment;
  let latest = instant;
  let isChanged = false;
  for (const queued of [...draft.entries].reverse()) {
    const { entry, takenAt } = queued;
    // The application may give an instant that is much earlier, which must not move the scans before it.
    if (queued.instant === undefined && instantInFields(entry)) continue;
    const age = isSteady ? clock - takenAt : now - entry.queuedAt;
    latest = Math.min(latest, queued.instant ?? instant - age);
    if (latest === queued.instant) continue;
    editEntry(draft, queued).instant = latest;
    isChanged = true;
  }
  if (isChanged) orderInstants(draft);
};
