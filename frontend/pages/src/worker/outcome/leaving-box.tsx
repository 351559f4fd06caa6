import words from "site:words/worker";
import { sumQuantities } from "../../shared/commands.ts";
import { hasLeft } from "../../shared/left-box.ts";
import { mayCall } from "../../shared/rights.ts";
import { renderGoodsOrBox } from "../../shared/scan-line.tsx";
import { CodeText, fillTemplate, formatAmount } from "../../shared/text.tsx";
import type { Action } from "../screens/button.tsx";
import { partWords } from "../screens/part-words.ts";
import { type LookupAnswer, state } from "../state.ts";
import type { BannerText } from "./banner.tsx";
import { fieldsOf, isLeaving, isPlaceWrite } from "./queued-write.ts";
import type { ScanRow } from "./rows.ts";

const { leaving: say } = partWords;

/** The scan that a row takes back, or the row itself. */
const originalOf = (row: ScanRow): ScanRow => {
  const { rows, takesBack } = state();
  const undone = takesBack[row.entry.id]?.of;
  return rows.find(({ entry }) => entry.id === undone) ?? row;
};

/** The scan of the box in a job that lets a box leave with its goods, or that takes this back. */
export const boxRowOf = (jobRows: readonly ScanRow[]): ScanRow | undefined => {
  const originals = jobRows.map((row) => ({ row, entry: originalOf(row).entry }));
  if (!originals.some(({ entry }) => isLeaving(entry))) return undefined;
  return originals.find(({ entry }) => entry.fields.zongpai === undefined)?.row;
};

/** A box and the number of its goods, which are all other scans of the job. */
export const renderBoxAndGoods = ({ entry }: ScanRow) => {
  const box = renderGoodsOrBox(fieldsOf(entry));
  const count = (entry.job?.size ?? 1) - 1;
  return count > 0 ? fillTemplate(say.boxAndGoods, { box, count: formatAmount(count) }) : box;
};

const stays = ({ outcome }: ScanRow) => outcome === "refused" || outcome === "superseded";
const mostNamed = 3;

/** What left of a box, and which of its goods stay; `undefined` if the box itself stays, or all left. */
export const renderLeftWithout = (boxRow: ScanRow, jobRows: readonly ScanRow[]) => {
  const staying = jobRows.filter(stays);
  if (stays(boxRow) || staying.length === 0) return undefined;
  const codes = staying.map(({ entry }) => entry.goods);
  const named = codes
    .slice(0, mostNamed)
    .flatMap((code, at) => [at > 0 && ", ", <CodeText key={code}>{code}</CodeText>]);
  const others = codes.length - mostNamed;
  const goods = [named, others > 0 && ` +${formatAmount(others)}`];
  return fillTemplate(say.without, { box: renderGoodsOrBox(fieldsOf(boxRow.entry)), goods });
};

/** The look of a job after which a box has left. */
export const leftLook = { icon: "gone", word: words.acts.left } as const satisfies Pick<
  BannerText,
  "icon" | "word"
>;

type KnownBox = NonNullable<LookupAnswer["box"]>;

/** Whether a looked-up box has left, by the last answers of the service. */
export const hasBoxLeft = (box_no: string): boolean => {
  const { box, status } = state().lookups[box_no] ?? {};
  return hasLeft(box ?? {}, status);
};

/** Whether this page has sent a place of a box, or that it left, and the answer about the box does not include it yet. */
const isPlaceOutdated = ({ box_no }: KnownBox) => {
  const { rows, lookups } = state();
  return rows.some(
    ({ entry, outcome, gone }) =>
      isPlaceWrite(entry) &&
      entry.fields.box_no === box_no &&
      (outcome === "kept" || outcome === "recorded") &&
      !(gone || lookups[box_no]?.known.has(entry.id)),
  );
};

/** Whether a box can leave with these goods, from the place that the page knows. A box that has left cannot leave again. */
export const canLeave = (box: KnownBox, zongpais: readonly string[]): boolean =>
  !hasBoxLeft(box.box_no) &&
  box.cursor === undefined &&
  !isPlaceOutdated(box) &&
  mayCall(zongpais.length > 0 ? "clear-place" : "clear-box");

/** The words of the button with which a box leaves: what is missing in it, or else how many goods it has. `boxed`: the quantity in it. */
export const leaveWord = (
  { quantity }: KnownBox,
  zongpais: readonly string[],
  boxed: number,
): Action["word"] => {
  const missing = quantity === undefined ? 0 : sumQuantities(quantity, -boxed);
  if (missing > 0) return fillTemplate(say.missing, { count: formatAmount(missing) });
  if (zongpais.length === 0) return words.acts.left;
  return fillTemplate(say.withGoods, { count: formatAmount(zongpais.length) });
};
