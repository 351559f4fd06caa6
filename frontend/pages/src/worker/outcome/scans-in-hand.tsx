import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import type { PlacedItem, TargetPlace } from "../../shared/commands.ts";
import { fillTemplate, formatAmount, formatCount } from "../../shared/text.tsx";
import { partWords } from "../screens/part-words.ts";
import { state } from "../state.ts";
import { fieldsOf, isPlaceWrite, modeOf } from "./queued-write.ts";
import type { ScanRow } from "./rows.ts";
import { ScanList } from "./scan-list.tsx";

type HeadedScansProps = Readonly<{
  title: string;
  sum?: ComponentChildren;
  rows: readonly ScanRow[];
}>;

const HeadedScans = ({ title, sum, rows }: HeadedScansProps) => (
  <section class="found">
    <h2 class="apart">
      {title} <span>{sum}</span>
    </h2>
    <ScanList rows={rows} label={title} />
  </section>
);

/** The rows that were not taken back by another row. */
const withoutTakenBack = (rows: readonly ScanRow[]): ScanRow[] => {
  const { takesBack } = state();
  const takenBack = rows.flatMap(({ entry: { id }, outcome }) =>
    outcome === "recorded" ? (takesBack[id]?.of ?? []) : [],
  );
  return rows.filter(({ entry }) => !takenBack.includes(entry.id));
};

/** The scans of this mode that came before the one in the banner. */
export const ScansBefore = ({ row }: { row: ScanRow | undefined }) => {
  const { rows, hand } = state();
  const before = withoutTakenBack(rows).filter(
    (one) => modeOf(one.entry) === hand.mode && one !== row,
  );
  return before.length > 0 ? <HeadedScans title={words.labels.before} rows={before} /> : null;
};

const nameItem = ({ zongpai = "", category, box_no }: PlacedItem) =>
  [zongpai, category, box_no].join(" ");

const isScanOf = (place: TargetPlace, { entry }: ScanRow) => {
  const { location, off_shelf } = fieldsOf(entry);
  if (entry.route === "clear-place") return false;
  return "off_shelf" in place ? off_shelf : !off_shelf && location === place.location;
};

/**
 * Whether a scan determines the place of its goods. A refused scan does not, and neither does a scan that a newer one of another scanner
 * replaced.
 */
const isPlacing = ({ outcome, gone }: ScanRow) =>
  (outcome === "kept" || outcome === "recorded") && !gone;

/** The newest scan of each item at a place, without items that a later scan on this page moved elsewhere. */
const rowsOfPlace = (place: TargetPlace): ScanRow[] => {
  const placed = new Set<string>();
  return withoutTakenBack(state().rows).filter((row) => {
    if (!isPlaceWrite(row.entry) || modeOf(row.entry) !== "shelve") return false;
    const name = nameItem(fieldsOf(row.entry));
    const isOld = placed.has(name);
    if (isPlacing(row)) placed.add(name);
    return isScanOf(place, row) && !(isPlacing(row) && isOld);
  });
};

/** The number of items at a place: the service's answer, updated by later scans on this page; `undefined` without an answer. */
const countAt = (place: TargetPlace): string | undefined => {
  const { rows, lookups } = state();
  const { shelf, known } = lookups[place.location ?? ""] ?? {};
  if (!shelf) return undefined;
  const there = new Set(
    shelf.locations.flatMap(({ items, boxes = [] }) => [
      ...items.map(nameItem),
      ...boxes.map(({ box_no }) => nameItem({ box_no })),
    ]),
  );
  for (const row of rows.toReversed()) {
    if (known?.has(row.entry.id) || !isPlacing(row) || !isPlaceWrite(row.entry)) continue;
    const name = nameItem(fieldsOf(row.entry));
    if (isScanOf(place, row)) there.add(name);
    else there.delete(name);
  }
  return formatCount(there.size, shelf.cursor);
};

/** The items put at the place in hand, and the total there. */
export const PlaceInHand = ({ place, row }: { place: TargetPlace; row: ScanRow | undefined }) => {
  const rows = rowsOfPlace(place);
  const total = countAt(place);
  if (rows.length === 0 && total === undefined) return null;
  const sum = fillTemplate(total === undefined ? partWords.put : partWords.putOf, {
    count: formatAmount(rows.filter(isPlacing).length),
    total,
  });
  return (
    <HeadedScans
      title={"off_shelf" in place ? words.offShelf : partWords.onThisShelf}
      sum={sum}
      rows={rows.filter((one) => one !== row)}
    />
  );
};
