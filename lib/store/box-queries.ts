import type { BoxInfoResponse, ContentsStore } from "../domain/box-info.ts";
import type { BoxStatusStore } from "../domain/box-status.ts";
import type { Deadline } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import { ItemRow } from "./boxes.ts";
import { codesOf, stateOfCategory } from "./categories.ts";
import type { Table } from "./client.ts";
import { cursorAt, positionOf } from "./cursor.ts";
import { CopyRow, copyOf } from "./erp-copies.ts";
import { boxContentsOf, boxItemKey, goodsKey } from "./keys.ts";
import { mostKeys, queryFirst, readItems } from "./query.ts";

/** A box may hold thousands of items: nothing is read of them that no answer shows. */
const only = [...Object.keys(ItemRow.shape), ...Object.keys(CopyRow.shape)];

/**
 * A page of the items of a box, strongly consistent; the first with the copy of the ERP's row. `next` is the cursor of the page after it.
 * @throws UnknownCursorError if the cursor cannot be read or belongs to another box
 */
const boxPage = async (
  table: Table,
  { box_no, cursor }: { readonly box_no: string; readonly cursor?: string | undefined },
  size: number,
  deadline: Deadline,
) => {
  const paged = ["box", box_no];
  const range = boxContentsOf(box_no, positionOf(cursor, paged));
  // Two more than are shown: the copy, and the first of the next page.
  const all = await queryFirst(table, range, size + 2, deadline, { consistent: true, only });
  const erpRow = all[0] && "row" in all[0] ? all[0] : undefined;
  const rows = erpRow ? all.slice(1) : all;
  const items = rows.slice(0, size).map((row) => ItemRow.parse(row));
  const last = rows.length > size ? items.at(-1) : undefined;
  const next = last && cursorAt(boxItemKey(box_no, last.zongpai, last.category).sk, paged);
  return { items, erpRow, next };
};

/** What a box holds, with the copy of the ERP's row of it. */
export const boxContentsStore = (table: Table, site: Site): ContentsStore => ({
  contents: async (request, now, deadline) => {
    const { items, erpRow, next } = await boxPage(table, request, site.box.pageSize, deadline);
    const contents: Pick<BoxInfoResponse, "items_quantity" | "items" | "entries"> = {
      items_quantity: 0,
      items: [],
      entries: [],
    };
    for (const { zongpai, quantity, at: recorded_at, category } of items)
      if (category !== undefined)
        contents.entries.push({ zongpai, quantity, recorded_at, category });
      else {
        contents.items.push({ zongpai, quantity, recorded_at });
        contents.items_quantity += quantity;
      }
    return { ...contents, copy: erpRow && copyOf(erpRow, now), cursor: next };
  },
});

/** What is in a box, with the counters of its goods: a page of the box, then the rows of its goods. */
export const boxStatusStore = (table: Table, site: Site): BoxStatusStore => ({
  goodsIn: async (request, deadline) => {
    const { items, next } = await boxPage(table, request, mostKeys, deadline);
    const held = new Map<string, { quantity: number; readonly entries: Map<string, number> }>();
    for (const { zongpai, quantity, category } of items) {
      const goods = held.get(zongpai) ?? { quantity: 0, entries: new Map() };
      held.set(zongpai, goods);
      if (category === undefined) goods.quantity = quantity;
      else goods.entries.set(category, quantity);
    }
    const keys = [...held.keys()].map(goodsKey);
    const rows = keys.length === 0 ? [] : await readItems(table, keys, deadline);
    const goods = [...held].map(([zongpai, { quantity, entries }], at) => ({
      ...{ zongpai, quantity, entries },
      states: codesOf(rows[at], site).map((code) => stateOfCategory(rows[at], code)),
    }));
    return { goods, next };
  },
});
