import type { WriteId } from "#lib/page/requests.ts";
import type { Outcome } from "#scanner/client/entry.ts";
import type { EntryStatus } from "#scanner/client/queue-status.ts";
import { client, forgetSignedOut } from "../device/client.ts";
import { signalOutcome, signalTaken } from "../device/signals.ts";
import { adviseOnDemand } from "../screens/on-demand.ts";
import { refreshAfter } from "../screens/reads.ts";
import { screensOnDemand } from "../screens/screens-on-demand.ts";
import { isInBanner, set, state, waitingCount } from "../state.ts";
import { allRecordedText } from "./banner.tsx";
import { jobRowsOf } from "./job.ts";
import { applyStatus, type ScanRow } from "./rows.ts";

/** An answer within these milliseconds replaces the signal for "waiting". */
const lateAfterMs = 600;
/** Timers of scans whose answer is not late yet, by entry id. */
const lateTimers = new Map<string, ReturnType<typeof setTimeout>>();

/** The number of scans recorded since the queue was last empty. */
let recordedCount = 0;

/** When the queue is empty, announces once how many scans were recorded late. A banner for a scan stays. */
const announceAll = (isSummed: boolean, isHeard: boolean) => {
  const count = recordedCount;
  recordedCount = 0;
  if (count === 0 || (!isSummed && (count === 1 || isHeard))) return;
  if (!isHeard) signalOutcome("recorded");
  const { banner, bannerCount } = state();
  if (!banner) set({ banner: { is: "recorded", count }, bannerCount: bannerCount + 1 });
  else if (!isHeard) set({ note: allRecordedText(count) });
};

/**
 * Plays the sound for an outcome, unless the scan was recorded late. For a job, each kind of outcome sounds once. Returns whether a sound
 * was played.
 */
const announceOutcome = (row: ScanRow): boolean => {
  const { id } = row.entry;
  const isSoon = lateTimers.has(id);
  clearTimeout(lateTimers.get(id));
  lateTimers.delete(id);
  const job = jobRowsOf(row, state().rows);
  const isOneOfMany = job.some((one) => one !== row && one.outcome === row.outcome);
  const isNews = row.outcome !== "recorded" && !isOneOfMany;
  const isHeard = !row.gone && (isNews || (isSoon && job.length === 0));
  if (isHeard) signalOutcome(row.outcome);
  const { banner } = state();
  if (banner?.is === "row" && banner.id === id) void adviseOnDemand([row]);
  if (job.every(({ outcome }) => outcome !== "kept")) refreshAfter(row);
  return isHeard;
};

/** Shows a status of a queue entry, and plays its sound. */
export const reportStatus = (status: EntryStatus<WriteId>, outcome?: Outcome): void => {
  const { id } = status.entry;
  if (outcome || status.state === "withdrawn") void forgetSignedOut();
  const findRow = () => state().rows.find(({ entry }) => entry.id === id);
  const before = findRow();
  const isSummed = state().banner?.is === "waiting";
  set({
    ...applyStatus(state(), status, outcome, isInBanner(status.entry)),
    queue: client.state(),
  });
  screensOnDemand.get().noteUnjudged?.(status, outcome);
  // If many scans waited, the recorded ones are no longer listed.
  const row = findRow();
  if (row && row.outcome === before?.outcome) return;
  if (row?.outcome === "kept") {
    if (jobRowsOf(row, state().rows).length > 1) return;
    signalTaken();
    const signalLate = () => lateTimers.delete(id) && signalOutcome("kept");
    const delayMs = client.state() === "offline" ? 0 : lateAfterMs;
    lateTimers.set(id, setTimeout(signalLate, delayMs));
    return;
  }
  if (status.state === "done") recordedCount += 1;
  const isHeard = row ? announceOutcome(row) : false;
  if (waitingCount() === 0) announceAll(isSummed, isHeard);
};
