import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../shared/code-order.ts";
import { type BoxItem, isSameItem, sumQuantities } from "../shared/commands.ts";
import { fieldsOf } from "./queued-write.ts";
import type { ScanRow } from "./rows.ts";

/** What a box held when it was asked, and which rows the answer knew. */
export type BoxContents = Readonly<{
  box?: RouteAnswer<"get-box-info">;
  known: ReadonlySet<string>;
}>;

/** One item of a box, and this page's scan that its quantity comes from. */
export type BoxLine = Omit<BoxItem, "box_no"> &
  Readonly<{ quantity: number; product?: string | undefined; row?: ScanRow }>;

/** What a box holds: the service's answer, changed by the later scans of this page, which come first; the others by code. */
export const boxLinesOf = (
  box_no: string,
  rows: readonly ScanRow[],
  contents?: BoxContents,
): BoxLine[] => {
  const { items = [], entries = [] } = contents?.box ?? {};
  let all: BoxLine[] = sortByCode([...items, ...entries], ({ zongpai }) => zongpai);
  const putLine = (one: BoxLine) => {
    const others = all.filter((other) => !isSameItem(one, other));
    const { product } = all.find((other) => isSameItem(one, other)) ?? {};
    all = one.quantity > 0 ? [{ product, ...one }, ...others] : others;
  };
  for (const row of rows.toReversed()) {
    if (row.outcome === "refused" || row.gone || contents?.known.has(row.entry.id)) continue;
    const { quantity = 0, expected, ...item } = fieldsOf(row.entry);
    const { zongpai, category } = item;
    if (item.to_box_no === box_no) putLine({ zongpai, category, quantity, row });
    if (item.box_no !== box_no) continue;
    const before = expected ?? all.find((one) => isSameItem(one, item))?.quantity ?? 0;
    const left = item.to_box_no ? sumQuantities(before, -quantity) : quantity;
    putLine({ zongpai, category, quantity: left, row });
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
