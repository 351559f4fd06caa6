import type { RouteAnswer } from "#lib/page/requests.ts";
import { type BoxItem, fieldsOf, isSameItem, sumQuantities } from "./commands.ts";
import type { ScanRow } from "./rows.ts";

/** What a box held when it was asked, and which rows the answer knew. */
export type BoxContents = Readonly<{
  box?: RouteAnswer<"get-box-info">;
  known: ReadonlySet<string>;
}>;

/** A line of a box, and the row of this page that says so. */
export type BoxLine = Omit<BoxItem, "box_no"> & Readonly<{ quantity: number; row?: ScanRow }>;

/** What a box holds: as the service said, and as this page has changed it since; newest first. */
export const boxLinesOf = (
  box_no: string,
  rows: readonly ScanRow[],
  contents?: BoxContents,
): BoxLine[] => {
  const { items = [], entries = [] } = contents?.box ?? {};
  let all: BoxLine[] = [...items, ...entries];
  const put = (one: BoxLine) => {
    const others = all.filter((other) => !isSameItem(one, other));
    all = one.quantity > 0 ? [one, ...others] : others;
  };
  for (const row of rows.toReversed()) {
    if (row.outcome === "refused" || row.gone || contents?.known.has(row.entry.id)) continue;
    const { quantity = 0, expected, ...of } = fieldsOf(row.entry);
    const { zongpai, category } = of;
    if (of.to_box_no === box_no) put({ zongpai, category, quantity, row });
    if (of.box_no !== box_no) continue;
    const before = expected ?? all.find((one) => isSameItem(one, of))?.quantity ?? 0;
    const left = of.to_box_no ? sumQuantities(before, -quantity) : quantity;
    put({ zongpai, category, quantity: left, row });
  }
  return all;
};

/** How many of an item its box holds. */
export const quantityHeld = (
  of: BoxItem,
  rows: readonly ScanRow[],
  contents?: BoxContents,
): number | undefined =>
  boxLinesOf(of.box_no, rows, contents).find((one) => isSameItem(one, of))?.quantity;
