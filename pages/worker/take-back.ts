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

/** The command that records the place before again, if this page recorded that place. */
const backToPlaceBefore = (row: ScanRow): WriteCommand | undefined => {
  const { rows } = state();
  const item = fieldsOf(row.entry);
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
  return before.entry.route === "clear-place"
    ? leaveCommand(item)
    : placeCommand(targetOf(before), item);
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

/** Asks the history for the place before. Its index may lag: then its newest place is the one before. */
const askPlaceBefore = async ({ entry }: ScanRow): Promise<UndoCommand | undefined> => {
  const item = fieldsOf(entry);
  const { answer } = await askService("get-history", { zongpai: item.zongpai });
  const newest = answer?.events.find(
    ({ registered_at, stays, category }) => registered_at && !stays && category === item.category,
  );
  const isThisScan =
    newest?.location === item.location && !!newest?.cleared === (entry.route === "clear-place");
  const place = isThisScan ? newest?.before : newest;
  // The whole history is known, and the goods had no place before.
  const hadNone = newest && !place && !answer?.cursor;
  if (hadNone || place?.cleared)
    return mayCall("clear-place") ? { command: leaveCommand(item), hadNone } : undefined;
  return place && { command: placeCommand(targetOf(place), item) };
};
const canAskPlaceBefore = ({ entry, state: entryState }: ScanRow) =>
  isPlaceWrite(entry) && entry.fields.zongpai && entryState === "done" && mayCall("get-history");

/** The last scan, if it can be taken back. */
export const lastToTakeBack = (): ScanRow | undefined => {
  const [last] = state().rows;
  const outcome = last?.outcome;
  if (!last || last.gone || outcome === "refused" || outcome === "superseded") return undefined;
  if (state().takesBack[last.entry.id]) return undefined;
  const inverse = inverseCommand(last);
  const hasInverse = inverse && mayCall(inverse.route);
  return last.state === "waiting" || hasInverse || canAskPlaceBefore(last) ? last : undefined;
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
