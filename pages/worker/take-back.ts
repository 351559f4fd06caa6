import words from "site:words/worker";
import {
  isSameItem,
  leaveCommand,
  moveCommand,
  placeCommand,
  saveCommand,
  type TargetPlace,
  takeOutCommand,
  type WriteCommand,
} from "../shared/commands.ts";
import { mayCall } from "../shared/rights.ts";
import { client } from "./client.ts";
import { expectShelf } from "./expect-shelf.ts";
import { fieldsOf, isPlaceWrite } from "./queued-write.ts";
import { askService } from "./reads.ts";
import type { ScanRow, TakeBack } from "./rows.ts";
import { sendCommand } from "./send.ts";
import { signalOutcome } from "./signals.ts";
import { set, state } from "./state.ts";

/** A place of the history, as a command names it. */
const targetOf = (place: {
  readonly location?: string;
  readonly off_shelf?: boolean;
}): TargetPlace =>
  place.location === undefined || place.off_shelf
    ? { off_shelf: true, location: place.location }
    : { location: place.location };

/** The same command; where the site has it, only if nothing has moved since the scan. */
const unlessMoved = (command: WriteCommand, { entry }: ScanRow): WriteCommand => {
  const { location, off_shelf } = fieldsOf(entry);
  const isOnShelf = entry.route !== "clear-place" && !off_shelf;
  return expectShelf(command, isOnShelf ? (location ?? "") : "");
};

/** The command that records the place before again, if this page knows that place. */
const backToPlaceBefore = (row: ScanRow): WriteCommand | undefined => {
  const { rows } = state();
  const item = fieldsOf(row.entry);
  const shelf = row.entry.fields.expected_location;
  if (shelf) return unlessMoved(placeCommand({ location: String(shelf) }, item), row);
  const before = rows
    .slice(rows.indexOf(row) + 1)
    .map(({ entry, state: entryState }) => ({ ...fieldsOf(entry), entry, entryState }))
    .find(
      (one) =>
        one.entryState === "done" &&
        isPlaceWrite(one.entry) &&
        isSameItem(one, item) &&
        one.box_no === item.box_no,
    );
  if (!before) return undefined;
  const isLeaving = before.entry.route === "clear-place";
  const command = isLeaving ? leaveCommand(item) : placeCommand(targetOf(before), item);
  return unlessMoved(command, row);
};

/** The command that undoes a scan. The service refuses it if another scanner has changed the same. */
const inverseCommand = (row: ScanRow): WriteCommand | undefined => {
  const { entry } = row;
  if (isPlaceWrite(entry)) return backToPlaceBefore(row);
  const { zongpai, category, box_no, to_box_no, quantity = 0, expected } = fieldsOf(entry);
  if (!box_no) return undefined;
  const item = { box_no, zongpai, category };
  if (entry.route.startsWith("post")) return takeOutCommand(item, quantity);
  if (to_box_no && expected === quantity)
    return moveCommand({ ...item, box_no: to_box_no }, box_no, quantity, quantity);
  // The quantity before is known only on a site that compares quantities.
  return to_box_no || expected === undefined ? undefined : saveCommand(item, expected, quantity);
};

type UndoCommand = Pick<TakeBack, "hadNone"> & { readonly command: WriteCommand };

/** Asks the history for the place before. Its index may lag: then its newest place is the one before, and older than the scan. */
const askPlaceBefore = async (row: ScanRow): Promise<UndoCommand | undefined> => {
  const { entry } = row;
  const item = fieldsOf(entry);
  const { answer } = await askService("get-history", { zongpai: item.zongpai });
  const newest = answer?.events.find(
    ({ registered_at, stays, category }) => registered_at && !stays && category === item.category,
  );
  const isThisScan =
    newest?.location === item.location && !!newest?.cleared === (entry.route === "clear-place");
  const own = Date.parse(String(entry.fields.scanned_at));
  const hasMoved = !isThisScan && Date.parse(newest?.registered_at ?? "") > own;
  if (hasMoved) return undefined;
  const place = isThisScan ? newest?.before : newest;
  // The whole history is known, and the goods had no place before.
  const hadNone = newest && !place && !answer?.cursor;
  if (hadNone || place?.cleared)
    return mayCall("clear-place")
      ? { command: unlessMoved(leaveCommand(item), row), hadNone }
      : undefined;
  return place && { command: unlessMoved(placeCommand(targetOf(place), item), row) };
};
const canAskPlaceBefore = ({ entry, state: entryState }: ScanRow) =>
  isPlaceWrite(entry) && entry.fields.zongpai && entryState === "done" && mayCall("get-history");

/** A later scan of the same goods would be undone with it. */
const isNewestOfGoods = (row: ScanRow): boolean => {
  const { rows } = state();
  const later = rows.slice(0, rows.indexOf(row));
  return later.every(
    ({ entry, outcome, gone }) =>
      entry.goods !== row.entry.goods || gone || outcome === "refused" || outcome === "superseded",
  );
};

export const canTakeBack = (row: ScanRow): boolean => {
  const { outcome, gone, entry } = row;
  if (gone || outcome === "refused" || outcome === "superseded") return false;
  if (state().takesBack[entry.id] || !isNewestOfGoods(row)) return false;
  const inverse = inverseCommand(row);
  const hasInverse = inverse && mayCall(inverse.route);
  return row.state === "waiting" || hasInverse || !!canAskPlaceBefore(row);
};

/** Takes a scan out of the queue if it was never sent. */
export const withdrawScan = async ({ state: entryState, entry }: ScanRow): Promise<boolean> =>
  entryState === "waiting" && (await client.withdraw(entry.id)) === "withdrawn";

/** The command that undoes a scan that was sent; the history is asked where this page does not know the place before. */
export const findUndo = async (row: ScanRow): Promise<UndoCommand | undefined> => {
  const command = inverseCommand(row);
  if (command) return { command };
  return canAskPlaceBefore(row) ? askPlaceBefore(row) : undefined;
};

/** Takes a scan back: out of the queue if it was never sent, otherwise by its inverse. */
export const takeBack = async (row: ScanRow): Promise<void> => {
  const { id } = row.entry;
  set({ banner: { is: "row", id }, note: undefined });
  if (await withdrawScan(row)) {
    signalOutcome("recorded");
    return set({ bannerCount: state().bannerCount + 1 });
  }
  const undo = await findUndo(row);
  if (undo) await sendCommand(undo.command, { takesBack: { of: id, hadNone: undo.hadNone } });
  else set({ note: words.notes.cannotTakeBack });
};
