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
} from "../../shared/commands.ts";
import { mayCall } from "../../shared/rights.ts";
import { client } from "../device/client.ts";
import { signalOutcome } from "../device/signals.ts";
import { expectShelf } from "../scan/expect-shelf.ts";
import { askService } from "../screens/reads.ts";
import { set, state } from "../state.ts";
import { fieldsOf, isLeaving, isPlaceWrite } from "./queued-write.ts";
import type { ScanRow, TakeBack } from "./rows.ts";
import { sendCommand } from "./send.ts";

/** Converts a place from the history into the form of a command. */
const targetOf = (place: {
  readonly location?: string;
  readonly off_shelf?: boolean;
}): TargetPlace =>
  place.location === undefined || place.off_shelf
    ? { off_shelf: true, location: place.location }
    : { location: place.location };

/** Limits a command to goods that have not moved since the scan, if the site supports that. */
const unlessMoved = (command: WriteCommand, { entry }: ScanRow): WriteCommand => {
  const { location, off_shelf } = fieldsOf(entry);
  const isOnShelf = !isLeaving(entry) && !off_shelf;
  return expectShelf(command, isOnShelf ? (location ?? "") : "");
};

/** The command that records the previous place again, if this page knows it. */
const backToPlaceBefore = (row: ScanRow): WriteCommand | undefined => {
  const { rows } = state();
  const item = fieldsOf(row.entry);
  const { expected_location: shelf } = row.entry.fields;
  if (shelf) return unlessMoved(placeCommand({ location: String(shelf) }, item), row);
  const isBoxFromNoShelf = row.entry.route === "clear-box" && shelf === "";
  const before = rows
    .slice(rows.indexOf(row) + 1)
    .map(({ entry, state: entryState }) => ({ ...fieldsOf(entry), entry, entryState }))
    .find(
      (one) =>
        !isBoxFromNoShelf &&
        one.entryState === "done" &&
        isPlaceWrite(one.entry) &&
        isSameItem(one, item) &&
        one.box_no === item.box_no,
    );
  // No history tells where a box was. Off the shelf, it is in the list of what to look after.
  const isBoxBack = !before && row.entry.route === "clear-box";
  if (isBoxBack) return unlessMoved(placeCommand({ off_shelf: true }, item), row);
  if (!before) return undefined;
  const command = isLeaving(before.entry)
    ? leaveCommand(item)
    : placeCommand(targetOf(before), item);
  return unlessMoved(command, row);
};

/** The command that undoes a scan. The service refuses it if another scanner has changed the same data. */
const inverseCommand = (row: ScanRow): WriteCommand | undefined => {
  const { entry } = row;
  if (isPlaceWrite(entry)) return backToPlaceBefore(row);
  const { zongpai, category, box_no, to_box_no, quantity = 0, expected } = fieldsOf(entry);
  if (!box_no) return undefined;
  const item = { box_no, zongpai, category };
  if (entry.route.startsWith("post")) return takeOutCommand(item, quantity);
  if (to_box_no && expected === quantity)
    return moveCommand({ ...item, box_no: to_box_no }, box_no, quantity, quantity);
  // The previous quantity is known only if the site compares quantities.
  return to_box_no || expected === undefined ? undefined : saveCommand(item, expected, quantity);
};

type UndoCommand = Pick<TakeBack, "hadNone"> & { readonly command: WriteCommand };

/** Asks the history for the previous place. Its index may lag: then its newest place is older than the scan, and is the previous place. */
const askPlaceBefore = async (row: ScanRow): Promise<UndoCommand | undefined> => {
  const { entry } = row;
  const item = fieldsOf(entry);
  const { answer } = await askService("get-history", { zongpai: item.zongpai });
  const newest = answer?.events.find(
    ({ registered_at, stays, category }) => registered_at && !stays && category === item.category,
  );
  const isThisScan = newest?.location === item.location && !!newest?.cleared === isLeaving(entry);
  const own = Date.parse(String(entry.fields.scanned_at));
  const hasMoved = !isThisScan && Date.parse(newest?.registered_at ?? "") > own;
  if (hasMoved) return undefined;
  const place = isThisScan ? newest?.before : newest;
  // The history is complete, and the goods had no previous place.
  const hadNone = newest && !place && !answer?.cursor;
  if (hadNone || place?.cleared)
    return mayCall("clear-place")
      ? { command: unlessMoved(leaveCommand(item), row), hadNone }
      : undefined;
  return place && { command: unlessMoved(placeCommand(targetOf(place), item), row) };
};
const canAskPlaceBefore = ({ entry, state: entryState }: ScanRow) =>
  isPlaceWrite(entry) && entry.fields.zongpai && entryState === "done" && mayCall("get-history");

/** Whether no later scan is of the same goods. An undo would undo a later scan too. */
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

/** Withdraws a scan from the queue if it was never sent. */
export const withdrawScan = async ({ state: entryState, entry }: ScanRow): Promise<boolean> =>
  entryState === "waiting" && (await client.withdraw(entry.id)) === "withdrawn";

/** The command that undoes a sent scan. If this page does not know the previous place, it asks the history. */
export const findUndo = async (row: ScanRow): Promise<UndoCommand | undefined> => {
  const command = inverseCommand(row);
  if (command) return { command };
  return canAskPlaceBefore(row) ? askPlaceBefore(row) : undefined;
};

/** Takes a scan back: withdraws it if it was never sent, and otherwise undoes it. */
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
