import words from "site:words/worker";
import { isSameItem, type PlacedItem, placeCommand, type TargetPlace } from "../shared/commands.ts";
import { mayCall } from "../shared/rights.ts";
import { renderScanLine } from "../shared/scan-line.tsx";
import { fillTemplate, formatAmount, renderAmountOf } from "../shared/text.tsx";
import type { BannerText } from "./banner.tsx";
import { type Action, Button } from "./button.tsx";
import { acknowledgeRows } from "./client.ts";
import { jobRowsOf, jobSumsOf } from "./job.ts";
import {
  bringAlongCommands,
  itemsOnShelf,
  leaveWithBoxCommands,
  moveAllCommands,
} from "./job-commands.ts";
import { openRefused, openScreen } from "./navigation.ts";
import { fieldsOf, isPlaceWrite } from "./queued-write.ts";
import { askService } from "./reads.ts";
import { isRefused, isUnsettled, type ScanRow } from "./rows.ts";
import { canKeepJob, sendJob } from "./send-job.ts";
import { type LookupAnswer, set, state } from "./state.ts";
import { canTakeBack, findUndo, takeBack, withdrawScan } from "./take-back.ts";

const { acts, jobs: say } = words;

/** The effect of a job, with a number instead of the goods' codes. */
const jobTitle = (row: ScanRow) => {
  const rows = jobRowsOf(row, state().rows);
  const { location, off_shelf } = fieldsOf(row.entry);
  const count = formatAmount(row.entry.job?.size);
  const isLeaving = rows.some(({ entry }) => entry.route === "clear-place");
  const template = isLeaving ? `${acts.left}: {goods}` : undefined;
  return renderScanLine({ location, off_shelf }, template, count);
};

/** A job in one line: how many scans have an answer, then the outcome. */
export const jobText = (row: ScanRow): BannerText => {
  const { rows, takesBack } = state();
  const { kept, moved, refused } = jobSumsOf(row, rows);
  const { size = 0 } = row.entry.job ?? {};
  const notes = [
    moved > 0 && say.moved.replace("{count}", formatAmount(moved)),
    refused > 0 && `${words.outcomes.refused}: ${formatAmount(refused)}`,
  ];
  const isBack = row.gone || takesBack[row.entry.id] !== undefined;
  const ended = refused > 0 ? "refused" : moved > 0 ? "superseded" : "recorded";
  return {
    outcome: kept > 0 ? "kept" : ended,
    ...(kept > 0 && { word: renderAmountOf(words.of, size - kept, size) }),
    ...(kept === 0 && ended === "recorded" && isBack
      ? { icon: "undo", word: words.outcomes.takenBack }
      : {}),
    what: jobTitle(row),
    note: notes.filter((note) => note !== false).join(" · "),
  };
};

/** The button of a job in the banner: it opens the list of refusals, or acknowledges the goods that had moved. */
const JobButtons = ({ row }: { row: ScanRow }) => {
  const unsettled = jobRowsOf(row, state().rows).filter(isUnsettled);
  if (unsettled.length === 0) return null;
  const isAnyRefused = unsettled.some(isRefused);
  return (
    <p class="row">
      {isAnyRefused ? (
        <Button word={acts.seeRefused} test="see-refused" run={openRefused} />
      ) : (
        <Button
          word={acts.understood}
          test="understood"
          run={() => acknowledgeRows(...unsettled)}
        />
      )}
    </p>
  );
};

/** Puts the goods of a box on the shelf of the box. */
const bringAlong = async (row: ScanRow) => {
  const { box_no = "", location = "" } = fieldsOf(row.entry);
  const { answer } = await askService("get-box-info", { box_no });
  if (!answer || answer.cursor !== undefined) return set({ note: words.states.unanswered });
  const zongpais = answer.items.map(({ zongpai }) => zongpai);
  const commands = bringAlongCommands({ location }, zongpais);
  if (commands.length === 0) return set({ note: words.empty });
  await sendJob(commands);
};

const isBoxOnShelf = ({ entry, outcome, gone }: ScanRow) =>
  entry.route === "post-box-location" &&
  !entry.fields.off_shelf &&
  !gone &&
  (outcome === "recorded" || outcome === "kept");

const mayBringAlong = () =>
  canKeepJob() && mayCall("post-trace-location") && mayCall("get-box-info");

/** The buttons in the banner for a job, and for a box whose goods may follow it. */
export const RowButtons = ({ row }: { row: ScanRow }) => {
  if (row.entry.job) return <JobButtons row={row} />;
  if (!isBoxOnShelf(row) || state().takesBack[row.entry.id] || !mayBringAlong()) return null;
  return (
    <p class="row">
      <Button word={acts.bringAlong} test="bring-along" run={() => bringAlong(row)} />
    </p>
  );
};

export const moveAll = (
  from: string,
  items: readonly PlacedItem[],
  to: TargetPlace,
): Promise<void> => sendJob(moveAllCommands(from, items, to));

const countedAction = (
  icon: "move" | "floor" | "gone",
  template: string,
  count: number,
  run: () => unknown,
): Action => ({ icon, word: fillTemplate(template, { count: formatAmount(count) }), run });

/** The items that this person may move, without those that already have a waiting move. */
const movableItems = (items: readonly PlacedItem[]) => {
  const waiting = state()
    .rows.filter(({ entry, outcome }) => outcome === "kept" && isPlaceWrite(entry))
    .map(({ entry }) => fieldsOf(entry));
  const isWaiting = ({ zongpai = "", category, box_no }: PlacedItem) =>
    waiting.some((one) => isSameItem(one, { zongpai, category }) && one.box_no === box_no);
  return items.filter(
    (item) => mayCall(placeCommand({ off_shelf: true }, item).route) && !isWaiting(item),
  );
};

/** The actions that move everything on a shelf to another one, or off. Offered only if the whole list is known. */
export const shelfActions = (location: string, shelf: LookupAnswer["shelf"]): Action[] => {
  if (!shelf || shelf.cursor !== undefined || !canKeepJob()) return [];
  const items = movableItems(itemsOnShelf(shelf));
  if (items.length < 2) return [];
  const open = () => openScreen({ is: "moveAll", from: location, items });
  const takeOff = () => moveAll(location, items, { off_shelf: true });
  return [
    countedAction("move", acts.moveAll, items.length, open),
    countedAction("floor", acts.allOffShelf, items.length, takeOff),
  ];
};

/** The action for a box that leaves with its goods. */
export const boxActions = (
  box: NonNullable<LookupAnswer["box"]>,
  zongpais: readonly string[],
): Action[] => {
  const goods = movableItems(zongpais.map((zongpai) => ({ zongpai })));
  const isKnown = box.cursor === undefined && goods.length > 0;
  if (!isKnown || !canKeepJob() || !mayCall("clear-place")) return [];
  const leave = () => sendJob(leaveWithBoxCommands(box, zongpais));
  return [countedAction("gone", acts.leftWith, zongpais.length, leave)];
};

/** Takes a job back: withdraws the scans that were never sent, and undoes the others. */
const takeBackJob = async (rows: readonly ScanRow[]) => {
  const undone = [];
  for (const row of rows) {
    if (await withdrawScan(row)) continue;
    const undo = await findUndo(row);
    if (undo) undone.push({ command: undo.command, takesBack: { of: row.entry.id } });
  }
  await sendJob(
    undone.map(({ command }) => command),
    undone.map(({ takesBack }) => takesBack),
  );
};

/** The action that takes back a scan, or its whole job if all its scans are still listed. */
export const takeBackAction = (row: ScanRow): Action | undefined => {
  const rows = jobRowsOf(row, state().rows);
  const { goods, job } = row.entry;
  const undoable = job ? rows.filter(canTakeBack) : [row].filter(canTakeBack);
  if (undoable.length === 0 || (job && rows.length < job.size)) return undefined;
  return {
    icon: "undo",
    word: acts.takeBack,
    code: job ? formatAmount(undoable.length) : goods,
    test: "take-back",
    command: "takeBack",
    run: () => (job ? takeBackJob(undoable) : takeBack(row)),
  };
};
