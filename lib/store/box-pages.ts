import type { Deadline } from "../domain/operation.ts";
import { ItemRow } from "./box-items.ts";
import type { Table } from "./client.ts";
import { cursorAt, positionOf } from "./cursor.ts";
import { CopyRow } from "./erp-copies.ts";
import type { Item } from "./expression.ts";
import { boxContentsOf, boxItemKey } from "./keys.ts";
import { queryFirst } from "./query.ts";

/** `item` is one of `ItemRow`. */
type Page = {
  readonly rows: readonly Item[];
  readonly erpRow?: Item | undefined;
  readonly next?: string | undefined;
};

/** Of thousands of items nothing is sent, parsed and copied that no answer shows; their keys follow from it. */
const only = [...Object.keys(ItemRow.shape), ...Object.keys(CopyRow.shape)];

/**
 * A page of the rows of a box, strongly consistent; the first has the copy of the ERP's row, if there is one. `next` is the cursor of the
 * page after it.
 * @throws UnknownCursorError if the cursor cannot be read or belongs to another box
 */
export const boxPage = async (
  table: Table,
  {
    box_no,
    cursor,
    size,
  }: { readonly box_no: string; readonly cursor?: string | undefined; readonly size: number },
  deadline: Deadline,
): Promise<Page> => {
  const paged = ["box", box_no];
  const position = positionOf(cursor, paged);
  // Two more than are shown: the copy, and one that tells whether there are more.
  const all = await queryFirst(table, boxContentsOf(box_no, position), size + 2, deadline, {
    consistent: true,
    only,
  });
  const erpRow = all[0] && "row" in all[0] ? all[0] : undefined;
  const items = erpRow ? all.slice(1) : all;
  const rows = items.slice(0, size);
  if (items.length <= size) return { rows, erpRow };
  const { zongpai, category } = ItemRow.parse(rows.at(-1));
  return { rows, erpRow, next: cursorAt(boxItemKey(box_no, zongpai, category).sk, paged) };
};
