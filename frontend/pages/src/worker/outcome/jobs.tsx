import words from "site:words/worker";
import {
  isSameItem,
  type PlacedItem,
  placeCommand,
  type TargetPlace,
} from "../../shared/commands.ts";
import { categoryNameOf } from "../../shared/language.ts";
import { mayCall } from "../../shared/rights.ts";
import { renderScanLine } from "../../shared/scan-line.tsx";
import { fillTemplate, formatAmount, renderAmountOf } from "../../shared/text.tsx";
import { acknowledgeRows } from "../device/client.ts";
import { type Action, Button } from "../screens/button.tsx";
import { openRefused, openScreen } from "../screens/navigation.ts";
import { partWords } from "../screens/part-words.ts";
import { askService } from "../screens/reads.ts";
import { type LookupAnswer, set, state } from "../state.ts";
import type { BannerText } from "./banner.tsx";
import { jobRowsOf, jobSumsOf } from "./job.ts";
import {
  bringAlongCommands,
  itemsOnShelf,
  leaveWithBoxCommands,
  moveAllCommands,
} from "./job-commands.ts";
import {
  boxRowOf,
  canLeave,
  leaveWord,
  leftLook,
  renderBoxAndGoods,
  renderLeftWithout,
} from "./leaving-box.tsx";
import { fieldsOf, isLeaving, isPlaceWrite } from "./queued-write.ts";
import { isRefused, isUnsettled, type ScanRow } from "./rows.ts";
import { canKeepJob, sendJob } from "./send-job.ts";
import { canTakeBack, findUndo, takeBack, withdrawScan } from "./take-back.ts";

const { acts, again } = words;
const { jobs: say } = partWords;

/** The title of a job, such as *L1-A-3: 7*. A job is a set of writes that one tap sends, and that the page shows as one line. */
const jobTitle = (row: ScanRow, jobRows: readonly ScanRow[]) => {
  const { location, off_shelf } = fieldsOf(row.entry);
  const box = boxRowOf(jobRows);
  const what = box ? renderBoxAndGoods(box) : formatAmount(row.entry.job?.size);
  const hasLeft = jobRows.some(({ entry }) => isLeaving(entry));
  const template = hasLeft
    ? `${acts.left}: {goods}`
    : box && again.waits.replace("{what}", "{goods}");
  return renderScanLine({ location, off_shelf }, template, what);
};

/** The line of a job. It shows how many of the job's writes are answered. When all are answered, it shows the outcome. */
export const jobText = (row: ScanRow): BannerText => {
  const { rows, takesBack } = state();
  const jobRows = jobRowsOf(row, rows);
  const box = boxRowOf(jobRows);
  const { kept, moved, refused } = jobSumsOf(row, rows);
  const { size = 0 } = row.entry.job ?? {};
  const notes = [
    moved > 0 && say.moved.replace("{count}", formatAmount(moved)),
    refused > 0 && `${words.outcomes.refused}: ${formatAmount(refused)}`,
  ];
  const line = {
    what: (kept === 0 && box && renderLeftWithout(box, jobRows)) || jobTitle(row, jobRows),
    note: notes.filter((note) => note !== false).join(" · "),
  };
  if (kept > 0)
    return { ...line, outcome: "kept", word: renderAmountOf(words.of, size - kept, size) };
  if (refused > 0) return { ...line, outcome: "refused" };
  if (moved > 0) return { ...line, outcome: "superseded" };
  const isTakenBack = row.gone || takesBack[row.entry.id] !== undefined;
  const what = box ? renderBoxAndGoods(box) : line.what;
  const takenBack = { icon: "undo", word: words.outcomes.takenBack } as const;
  const look = isTakenBack ? takenBack : box && leftLook;
  return { ...line, what, outcome: "recorded", ...look };
};

/** Opens the list of refusals if the job has any. Otherwise the worker taps it to acknowledge that another person moved some of the goods. */
const JobButton = ({ row }: { row: ScanRow }) => {
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

/** Records the goods in a box as being on the shelf where the box is now. */
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

/** The button below the banner. After a job: its own button. After a box was put on a shelf: the button that records its goods there, too. */
export const RowButtons = ({ row }: { row: ScanRow }) => {
  if (row.entry.job) return <JobButton row={row} />;
  if (!isBoxOnShelf(row) || state().takesBack[row.entry.id] || !mayBringAlong()) return null;
  return (
    <p class="row">
      <Button word={say.bringAlong} test="bring-along" run={() => bringAlong(row)} />
    </p>
  );
};

export const moveAll = (
  from: string,
  items: readonly PlacedItem[],
  to: TargetPlace,
): Promise<void> => sendJob(moveAllCommands(from, items, to));

const countedAction = (
  icon: "move" | "floor",
  template: string,
  count: number,
  run: () => unknown,
): Action => ({ icon, word: fillTemplate(template, { count: formatAmount(count) }), run });

/** The items that the worker may move, except those with a move that is not answered yet. */
const movableItems = (items: readonly PlacedItem[]) => {
  const waiting = state()
    .rows.filter(({ entry, outcome }) => outcome === "kept" && isPlaceWrite(entry))
    .map(({ entry }) => fieldsOf(entry));
  const isWaiting = ({ zongpai = "", category, box_no }: PlacedItem) =>
    waiting.some((one) => isSameItem(one, { zongpai, category }) && one.box_no === box_no);
  // Any target will do here: the route depends only on the item.
  const mayMove = (item: PlacedItem) => mayCall(placeCommand({ off_shelf: true }, item).route);
  return items.filter((item) => mayMove(item) && !isWaiting(item));
};

/** The actions that move all items of a shelf to another shelf, or take them off. Offered only if the list of the shelf is complete. */
export const shelfActions = (location: string, shelf: LookupAnswer["shelf"]): Action[] => {
  if (!shelf || shelf.cursor !== undefined || !canKeepJob()) return [];
  const items = movableItems(itemsOnShelf(shelf));
  // A single item has its own buttons.
  if (items.length < 2) return [];
  const open = () => openScreen({ is: "moveAll", from: location, items });
  const takeOff = () => moveAll(location, items, { off_shelf: true });
  return [
    countedAction("move", say.moveAll, items.length, open),
    countedAction("floor", say.allOffShelf, items.length, takeOff),
  ];
};

/** The action that records that a box has left the warehouse with the goods in it. `boxed`: the quantity in it. */
export const boxActions = (
  box: NonNullable<LookupAnswer["box"]>,
  zongpais: readonly string[],
  boxed = box.items_quantity,
): Action[] => {
  const isAllWaiting =
    zongpais.length > 0 && movableItems(zongpais.map((zongpai) => ({ zongpai }))).length === 0;
  if (isAllWaiting || !canKeepJob() || !canLeave(box, zongpais)) return [];
  const run = () => sendJob(leaveWithBoxCommands(box, zongpais));
  return [{ icon: "gone", word: leaveWord(box, zongpais, boxed), run }];
};

/** Takes a job back: withdraws the scans that were not sent yet. Then it sends a new job that undoes the sent scans, where they can be undone. */
const takeBackJob = async (rows: readonly ScanRow[]) => {
  const undos = [];
  for (const row of rows) {
    if (await withdrawScan(row)) continue;
    const undo = await findUndo(row);
    if (undo) undos.push({ command: undo.command, takesBack: { of: row.entry.id } });
  }
  await sendJob(
    undos.map(({ command }) => command),
    undos.map(({ takesBack }) => takesBack),
  );
};

/** The action that takes back one scan or a whole job. A job can be taken back only while the page still has the rows of all its scans. */
export const takeBackAction = (row: ScanRow): Action | undefined => {
  const { goods, job } = row.entry;
  const rows = job ? jobRowsOf(row, state().rows) : [row];
  const undoable = rows.filter(canTakeBack);
  if (undoable.length === 0 || (job && rows.length < job.size)) return undefined;
  const { category } = fieldsOf(row.entry);
  const verb = category ? `${acts.takeBack}: ${categoryNameOf(category)}` : acts.takeBack;
  return {
    icon: "undo",
    word: job ? acts.takeBack : verb,
    code: job ? (boxRowOf(rows)?.entry.goods ?? formatAmount(undoable.length)) : goods,
    test: "take-back",
    command: "takeBack",
    run: () => (job ? takeBackJob(undoable) : takeBack(row)),
  };
};
