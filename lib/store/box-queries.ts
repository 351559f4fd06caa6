import type { BoxContentsStore, BoxInfoResponse } from "../domain/box-info.ts";
import type { BoxStatusStore } from "../domain/box-status.ts";
import { lastPlaceOf } from "../domain/location.ts";
import type { Deadline } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import { ItemRow } from "./boxes.ts";
import { codesOf, stateOfCategory } from "./categories.ts";
import type { Table } from "./client.ts";
import { cursorAt, positionOf } from "./cursor.ts";
import { ErpCopyRow, erpCopyOf } from "./erp-copies.ts";
import { boxContentsSpan, boxItemKey, goodsKey, locationKey } from "./keys.ts";
import { placesIn, shownPlaceAttributes } from "./locations.ts";
import { mostKeysPerRead, queryFirst, readItems } from "./query.ts";

/** A box may hold thousands of items: nothing is read of them that no answer shows. */
const attributesRead = [
  ...new Set(
    [ItemRow, ErpCopyRow].flatMap(({ shape }) => Object.keys(shape)).concat(shownPlaceAttributes),
  ),
].filter((name) => name !== "box_no" && name !== "who");

/**
 * A page of the items of a box, strongly consistent; the first with the copy of the ERP's row and the place of the box. `next` is the cursor of the page after it.
 * @throws UnknownCursorError if the cursor cannot be read or belongs to another box
 */
const readBoxPage = async (
  table: Table,
  { box_no, cursor }: { readonly box_no: string; readonly cursor?: string | undefined },
  size: number,
  site: Site,
  deadline: Deadline,
) => {
  const paged = ["box", box_no];
  const range = boxContentsSpan(box_no, positionOf(cursor, paged));
  // Three more than are shown: the copy, the place, and the first of the next page.
  const all = await queryFirst(table, range, size + 3, deadline, {
    consistent: true,
    only: attributesRead,
  });
  const erpRow = all.find((row) => "row" in row);
  const places = all.flatMap((row) => ("off_shelf" in row ? [{ ...row, box_no }] : []));
  const rows = all.slice(places.length + (erpRow ? 1 : 0));
  const items = rows.slice(0, size).map((row) => ItemRow.parse(row));
  const last = rows.length > size ? items.at(-1) : undefined;
  const next = last && cursorAt(boxItemKey(box_no, last.zongpai, last.category).sk, paged);
  const [placed] = site.routes.boxLocation === false ? [] : placesIn(places);
  return { items, erpRow, place: lastPlaceOf(placed), next };
};

/** What a box holds, with the copy of the ERP's row of it. */
export const boxContentsStore = (table: Table, site: Site): BoxContentsStore => ({
  readContents: async (request, now, deadline) => {
    const { box } = site;
    const page = await readBoxPage(table, request, box.pageSize, site, deadline);
    const { items, erpRow, place, next } = page;
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
    return { ...contents, ...place, copy: erpRow && erpCopyOf(erpRow, now), cursor: next };
  },
});

/** What is in a box, with the counters of its goods: a page of the box, then the rows of its goods. */
export const boxStatusStore = (table: Table, site: Site): BoxStatusStore => ({
  readGoods: async (request, deadline) => {
    const { items, place, next } = await readBoxPage(
      table,
      request,
      mostKeysPerRead,
      site,
      deadline,
    );
    const held = new Map<string, { quantity: number; readonly entries: Map<string, number> }>();
    for (const { zongpai, quantity, category } of items) {
      const goods = held.get(zongpai) ?? { quantity: 0, entries: new Map() };
      held.set(zongpai, goods);
      if (category === undefined) goods.quantity = quantity;
      else goods.entries.set(category, quantity);
    }
    const names = [...held.keys()];
    const placed = site.routes.boxLocation === false ? [] : names.map((name) => locationKey(name));
    const rows = await readItems(table, [...names.map(goodsKey), ...placed], deadline);
    const goods = [...held].map(([zongpai, { quantity, entries }], at) => ({
      ...{ zongpai, quantity, entries },
      place: lastPlaceOf(placesIn([rows[names.length + at] ?? []].flat())[0]),
      states: codesOf(rows[at], site).map((code) => stateOfCategory(rows[at], code)),
    }));
    return { goods, place, next };
  },
});
