import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { productIn } from "#lib/store/goods.ts";
import { keyOfRow } from "./row-of-key.ts";
import { setAttributes } from "./set-attributes.ts";
import type { GoodsSnapshot } from "./snapshot.ts";

/** The keys of the items in boxes that lack the name that the row of their goods has. */
const unnamedItems = ({ rows }: GoodsSnapshot) =>
  rows.flatMap(({ row, name }) =>
    name.kind === "item" && name.category === undefined && row.product === undefined
      ? [keyOfRow(row)]
      : [],
  );

/**
 * The items in boxes without a product's name, although the row of their goods has one: those that an earlier version saved, or a process that
 * did not know it. That is no fault. With `add`, they get it. Returns how many lacked it, and how many got it.
 */
export const nameItems = async (
  table: Table,
  goods: GoodsSnapshot,
  site: Site,
  add: boolean,
): Promise<{ readonly lacked: number; readonly added: number }> => {
  const expected = productIn(goods.goods, site);
  if (expected === undefined) return { lacked: 0, added: 0 };
  const keys = unnamedItems(goods);
  let added = 0;
  const correction = { attribute: "product", found: undefined, expected };
  if (add) for (const key of keys) if (await setAttributes(table, key, [correction])) added += 1;
  return { lacked: keys.length, added };
};
