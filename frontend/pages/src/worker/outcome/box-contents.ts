import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "../../shared/code-order.ts";
import { type BoxItem, isSameItem, sumQuantities } from "../../shared/commands.ts";
import { fieldsOf } from "./queued-write.ts";
import type { ScanRow } from "./rows.ts";

/** The service's answer about a box, and the rows that the answer includes. */
export type BoxContents = Readonly<{
  box?: RouteAnswer<"get-box-info">;
  known: ReadonlySet<string>;
}>;

/** An item of a box, and the scan on this page that gave its quantity. */
export type BoxLine = Omit<BoxItem, "box_no"> &
  Readonly<{ quantity: number; product?: string | undefined; row?: ScanRow }>;

/** The contents of a box: the service's answer, updated by later scans on this page. Those come first, then the others by code. */
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

/** The quantity of an item in its box. */
export const quantityHeld = (
  of: BoxItem,
  rows: readonly ScanRow[],
  contents?: BoxContents,
): number | undefined =>
  boxLinesOf(of.box_no, rows, contents).find((one) => isSameItem(one, of))?.quantity;
