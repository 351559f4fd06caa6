import type { BoxStatusStore } from "../domain/box-status.ts";
import type { Site } from "../site/schema.ts";
import { codesOf } from "./attributes.ts";
import { ItemRow } from "./box-items.ts";
import { boxPage } from "./box-pages.ts";
import { stateOfCategory } from "./category-counters.ts";
import type { Table } from "./client.ts";
import { goodsKey } from "./keys.ts";
import { mostKeys, readItems } from "./query.ts";

/** What is in a box, with the counters of its goods: a page of the box, then the rows of its goods. */
export const boxStatusStore = (table: Table, site: Site): BoxStatusStore => ({
  goodsIn: async ({ box_no, cursor }, deadline) => {
    const page = await boxPage(table, { box_no, cursor, size: mostKeys }, deadline);
    const held = new Map<string, { quantity: number; readonly entries: Map<string, number> }>();
    for (const row of page.rows) {
      const { zongpai, quantity, category } = ItemRow.parse(row);
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
    return { goods, next: page.next };
  },
});
