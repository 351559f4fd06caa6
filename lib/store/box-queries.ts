import type { BoxContentsStore, BoxInfoResponse } from "../domain/box-info.ts";
import type { BoxSumStore } from "../domain/box-list.ts";
import type { BoxStatusStore } from "../domain/box-status.ts";
import { lastPlaceOf } from "../domain/location.ts";
import type { Deadline } from "../domain/operation.ts";
import type { Site } from "../site/schema.ts";
import { ItemRow } from "./boxes.ts";
import { codesOf, stateOfCategory } from "./categories.ts";
import type { Table } from "./client.ts";
import { cursorAt, positionOf } from "./cursor.ts";
import { ErpCopyRow, erpCopyOf } from "./erp-copies.ts";
import { productIn } from "./goods.ts";
import { boxContentsSpan, boxItemKey, goodsKey, locationKey } from "./keys.ts";
import { boxPlaceIn, placesIn, shownPlaceAttributes } from "./locations.ts";
import { mostKeysPerRead, queryFirst, readItems } from "./query.ts";

const itemAttributes = [ItemRow, ErpCopyRow].flatMap(({ shape }) => Object.keys(shape));
const placeAttributes = [...shownPlaceAttributes, "has_left"];

/** Because a box may hold thousands of items, only the attributes that an answer shows are read. */
const shownAttributes = [...new Set([...itemAttributes, ...placeAttributes])].filter(
  (name) => name !== "box_no" && name !== "who",
);

/** Where a box can leave, its place says who recorded that. */
const attributesReadOn = ({ routes: { clearBox } }: Site) =>
  clearBox === false ? shownAttributes : [...shownAttributes, "who"];

/**
 * A page of the items of a box, strongly consistent. The first page has the copy of the ERP's row and the place of the box, too. `next` is
 * the cursor of the page after it.
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
  const span = boxContentsSpan(box_no, positionOf(cursor, paged));
  const source = { consistent: true, only: attributesReadOn(site) } as const;
  // Three more than are shown: the copy, the place, and the first of the next page.
  const rows = await queryFirst(table, span, size + 3, deadline, source);
  const erpRow = rows.find((row) => "row" in row);
  const placeRow = rows.find((row) => "off_shelf" in row);
  const itemRows = rows.slice((placeRow ? 1 : 0) + (erpRow ? 1 : 0));
  const items = itemRows.slice(0, size).map((row) => ItemRow.parse(row));
  const last = itemRows.length > size ? items.at(-1) : undefined;
  const next = last && cursorAt(boxItemKey(box_no, last.zongpai, last.category).sk, paged);
  const place = boxPlaceIn(placeRow && { ...placeRow, box_no }, site);
  return { items, erpRow, place, next };
};

/** The contents and places of many boxes, each as its first page has it. */
export const boxSumStore = (table: Table, site: Site): BoxSumStore => ({
  readSums: (boxNos, now, deadline) =>
    Promise.all(
      boxNos.map(async (box_no) => {
        const page = await readBoxPage(table, { box_no }, site.box.pageSize, site, deadline);
        const goods = page.items.filter(({ category }) => category === undefined);
        return {
          ...page.place,
          items_quantity: goods.reduce((sum, { quantity }) => sum + quantity, 0),
          goods_count: goods.length,
          recorded_at:
            page.items.length > 0 ? Math.max(...page.items.map(({ at }) => at)) : undefined,
          more: page.next !== undefined,
          copy: page.erpRow && erpCopyOf(page.erpRow, now),
        };
      }),
    ),
});

/** The contents of a box, with the copy of its ERP row. */
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
    for (const { zongpai, quantity, at: recorded_at, category, product } of items)
      if (category !== undefined)
        contents.entries.push({ zongpai, quantity, recorded_at, category });
      else {
        const named = site.erp.product ? { product } : {};
        contents.items.push({ zongpai, ...named, quantity, recorded_at });
        contents.items_quantity += quantity;
      }
    return { ...contents, ...place, copy: erpRow && erpCopyOf(erpRow, now), cursor: next };
  },
});

/** The contents of a box with the counters of its goods. Reads a page of the box, then the rows of its goods. */
export const boxStatusStore = (table: Table, site: Site): BoxStatusStore => ({
  readGoods: async (request, deadline) => {
    const page = await readBoxPage(table, request, mostKeysPerRead, site, deadline);
    const { items, place, next } = page;
    const held = new Map<string, { quantity: number; readonly entries: Map<string, number> }>();
    for (const { zongpai, quantity, category } of items) {
      const goods = held.get(zongpai) ?? { quantity: 0, entries: new Map() };
      held.set(zongpai, goods);
      if (category === undefined) goods.quantity = quantity;
      else goods.entries.set(category, quantity);
    }
    const names = [...held.keys()];
    const hasPlaces = site.routes.boxLocation !== false;
    const placeKeys = hasPlaces ? names.map((name) => locationKey(name)) : [];
    const rows = await readItems(table, [...names.map(goodsKey), ...placeKeys], deadline);
    const goods = [...held].map(([zongpai, { quantity, entries }], index) => {
      const goodsRow = rows[index];
      const placeRow = rows[names.length + index];
      const [placed] = placeRow ? placesIn([placeRow]) : [];
      const states = codesOf(goodsRow, site).map((code) => stateOfCategory(goodsRow, code));
      const product = productIn(goodsRow, site);
      return { zongpai, product, quantity, entries, place: lastPlaceOf(placed), states };
    });
    return { goods, place, next };
  },
});
