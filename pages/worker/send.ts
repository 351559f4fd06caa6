import words from "site:words/worker";
import type { WriteId } from "#lib/page/requests.ts";
import type { Outcome } from "#scanner/client/entry.ts";
import type { EntryStatus } from "#scanner/client/queue-status.ts";
import { mayCall } from "../shared/rights.ts";
import { formatAmount } from "../shared/text.tsx";
import { adviseOnRefusals, askService, refreshAfter } from "./ask.ts";
import { client, forgetSignedOut, trackKeeping } from "./client.ts";
import {
  applyStatus,
  fieldsOf,
  isPlaceWrite,
  isSameItem,
  leaveCommand,
  moveCommand,
  placeCommand,
  type ScanRow,
  saveCommand,
  type TakeBack,
  type TargetPlace,
  takeOutCommand,
  type WriteCommand,
} from "./rows.ts";
import { signalOutcome, signalTaken } from "./signals.ts";
import { isInBanner, set, state, type WorkerState, waitingCount } from "./state.ts";

/** Milliseconds within which an answer takes the place of "waiting". */
const lateAfterMs = 600;
/** The scans whose answer is not late yet. */
const lateTimers = new Map<string, ReturnType<typeof setTimeout>>();

export const allRecordedText = (count: number): string =>
  words.news.allRecorded.replace("{count}", formatAmount(count));

/** How many have been recorded since nothing waited. */
let recordedCount = 0;

/** Nothing waits any more: says of several late answers how many were recorded, once. The band of a scan stays. */
const announceAll = (isSummed: boolean, isHeard: boolean) => {
  const count = recordedCount;
  recordedCount = 0;
  if (count === 0 || (!isSummed && (count === 1 || isHeard))) return;
  if (!isHeard) signalOutcome("recorded");
  const { banner: band, bannerCount: resultCount } = state();
  if (!band) set({ banner: { is: "recorded", count }, bannerCount: resultCount + 1 });
  else if (!isHeard) set({ note: allRecordedText(count) });
};

/** Sounds what became of a scan, unless it was recorded late; whether it did. */
const announceOutcome = (row: ScanRow): boolean => {
  const { id } = row.entry;
  const isSoon = lateTimers.has(id);
  clearTimeout(lateTimers.get(id));
  lateTimers.delete(id);
  const isHeard = !row.gone && (isSoon || row.outcome !== "recorded");
  if (isHeard) signalOutcome(row.outcome);
  const { banner: band } = state();
  if (band?.is === "row" && band.id === id) void adviseOnRefusals([row]);
  refreshAfter(row);
  return isHeard;
};

/** Shows and sounds one step of an entry. */
export const reportStatus = (status: EntryStatus<WriteId>, outcome?: Outcome): void => {
  const { id } = status.entry;
  if (outcome || status.state === "withdrawn") void forgetSignedOut();
  const find = () => state().rows.find(({ entry }) => entry.id === id);
  const before = find();
  const isSummed = state().banner?.is === "waiting";
  set({ ...applyStatus(state(), status, outcome, isInBanner(id)), queue: client.state() });
  // Of many that have waited, what is recorded is not listed any more.
  const row = find();
  if (row && row.outcome === before?.outcome) return;
  if (row?.outcome === "kept") {
    signalTaken();
    const late = () => lateTimers.delete(id) && signalOutcome("kept");
    return void lateTimers.set(
      id,
      setTimeout(late, client.state() === "offline" ? 0 : lateAfterMs),
    );
  }
  if (status.state === "done") recordedCount += 1;
  const isHeard = row ? announceOutcome(row) : false;
  if (waitingCount() === 0) announceAll(isSummed, isHeard);
};

/** Which of the rows take another one back. */
const listedTakeBacks = ({ rows, takesBack }: WorkerState): WorkerState["takesBack"] =>
  Object.fromEntries(
    Object.entries(takesBack).filter(([id]) => rows.some(({ entry }) => entry.id === id)),
  );

/** How a command is meant: which scan it takes back, or how many it adds to what its box holds. */
type CommandIntent = { readonly takesBack?: TakeBack; readonly added?: number | undefined };

/** Gives a command to the queue. Resolves when it is kept; `false` when the device cannot. */
export const sendCommand = async (
  { route, fields }: WriteCommand,
  { takesBack, added }: CommandIntent = {},
): Promise<boolean> => {
  // Where nothing is kept, one scan at a time may be lost with the page.
  const mayKeep = state().loose !== "unkept" || waitingCount() === 0;
  const keep = mayKeep ? client.write(route, fields).catch(() => undefined) : undefined;
  trackKeeping(keep);
  const ticket = await keep;
  if (ticket?.state !== "queued") {
    // The scan was not taken: the worker must stop.
    signalOutcome("refused");
    set({
      notKept: "zongpai" in fields ? fields.zongpai : fields.box_no,
      bannerCount: state().bannerCount + 1,
    });
    return false;
  }
  if (takesBack) set({ takesBack: { ...listedTakeBacks(state()), [ticket.id]: takesBack } });
  const rows = state().rows.map((row) => (row.entry.id === ticket.id ? { ...row, added } : row));
  set({ rows, notKept: undefined });
  return true;
};

/** A place that is said again. */
const targetAgain = (at: {
  readonly location?: string;
  readonly off_shelf?: boolean;
}): TargetPlace =>
  at.location === undefined || at.off_shelf
    ? { off_shelf: true, location: at.location }
    : { location: at.location };

/** The place before, or that they had left, if this page has recorded it. */
const backToPlaceBefore = (row: ScanRow): WriteCommand | undefined => {
  const { rows } = state();
  const item = fieldsOf(row.entry);
  const before = rows
    .slice(rows.indexOf(row) + 1)
    .map(({ entry, state: now }) => ({ ...fieldsOf(entry), entry, now }))
    .find(
      (one) =>
        one.now === "done" &&
        isPlaceWrite(one.entry) &&
        isSameItem(one, item) &&
        one.box_no === item.box_no,
    );
  if (!before) return undefined;
  return before.entry.route === "clear-place"
    ? leaveCommand(item)
    : placeCommand(targetAgain(before), item);
};

/** What undoes a scan, if nobody has changed it since. */
const inverseCommand = (row: ScanRow): WriteCommand | undefined => {
  const { entry } = row;
  if (isPlaceWrite(entry)) return backToPlaceBefore(row);
  const { zongpai, category, box_no, to_box_no, quantity = 0, expected } = fieldsOf(entry);
  if (!box_no) return undefined;
  const item = { box_no, zongpai, category };
  if (entry.route.startsWith("post")) return takeOutCommand(item, quantity);
  if (to_box_no && expected === quantity)
    return moveCommand({ ...item, box_no: to_box_no }, box_no, quantity, quantity);
  // Only a site that compares quantities has said what it was before.
  return to_box_no || expected === undefined ? undefined : saveCommand(item, expected, quantity);
};

type UndoCommand = Pick<TakeBack, "hadNone"> & { readonly command: WriteCommand };

/** The place before, from the history, whose index may lag: then its newest place is the one before. */
const askPlaceBefore = async ({ entry }: ScanRow): Promise<UndoCommand | undefined> => {
  const item = fieldsOf(entry);
  const { answer } = await askService("get-history", { zongpai: item.zongpai });
  const newest = answer?.events.find(
    ({ registered_at, stays, category }) => registered_at && !stays && category === item.category,
  );
  const isIt =
    newest?.location === item.location && !!newest?.cleared === (entry.route === "clear-place");
  const place = isIt ? newest?.before : newest;
  // The whole history is known, and they had no place before.
  const hadNone = newest && !place && !answer?.cursor;
  if (hadNone || place?.cleared)
    return mayCall("clear-place") ? { command: leaveCommand(item), hadNone } : undefined;
  return place && { command: placeCommand(targetAgain(place), item) };
};
const canAskPlaceBefore = ({ entry, state: now }: ScanRow) =>
  isPlaceWrite(entry) && entry.fields.zongpai && now === "done" && mayCall("get-history");

export const lastToTakeBack = (): ScanRow | undefined => {
  const [last] = state().rows;
  const is = last?.outcome;
  if (!last || last.gone || is === "refused" || is === "superseded") return undefined;
  if (state().takesBack[last.entry.id]) return undefined;
  const inverse = inverseCommand(last);
  return last.state === "waiting" || (inverse && mayCall(inverse.route)) || canAskPlaceBefore(last)
    ? last
    : undefined;
};

/** Takes the last scan back: out of the queue if it was never sent, otherwise by its inverse. */
export const takeBackLast = async (): Promise<void> => {
  const last = lastToTakeBack();
  if (!last) return;
  const { id } = last.entry;
  set({ banner: { is: "row", id }, note: undefined });
  if (last.state === "waiting" && (await client.withdraw(id)) === "withdrawn") {
    signalOutcome("recorded");
    return set({ bannerCount: state().bannerCount + 1 });
  }
  const command = inverseCommand(last);
  const asked = !command && canAskPlaceBefore(last) ? await askPlaceBefore(last) : undefined;
  const undo = command ? { command } : asked;
  if (undo) await sendCommand(undo.command, { takesBack: { of: id, hadNone: undo.hadNone } });
  else set({ note: words.notes.cannotTakeBack });
};
