import type { Deadline } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import { cursorAt, positionOf } from "./cursor.ts";
import type { Item } from "./expression.ts";
import { boxContentsOf, erpCopyKey } from "./keys.ts";
import { itemWith, queryFirst } from "./query.ts";

type Page = { readonly rows: readonly Item[]; readonly erpRow?: Item | undefined; readonly next?: string | undefined };

/**
 * A page of the rows of a box, strongly consistent; the first has the copy of the ERP's row, if there is one. `next` is the cursor of the
 * page after it.
 * @throws UnknownCursorError if the cursor cannot be read or belongs to another box
 */
export const boxPage = async (
  table: Table,
  { box_no, cursor, size }: { readonly box_no: string; readonly cursor?: string | undefined; readonly size: number },
  deadline: Deadline,
): Promise<Page> => {
  const paged = ["box", box_no];
  const position = positionOf(cursor, paged);
  // Two more than are shown: the copy, and one that tells whether there are more.
  const all = await queryFirst(table, boxContentsOf(box_no, position), size + 2, deadline, { consistent: true });
  const erpRow = itemWith(all.slice(0, 1), erpCopyKey(box_no));
  const items = erpRow ? all.slice(1) : all;
  const rows = items.slice(0, size);
  return { rows, erpRow, next: items.length > size ? cursorAt(String(rows.at(-1)?.sk), paged) : undefined };
};
