import type { Site } from "#lib/site/schema.ts";
import type { Item } from "#lib/store/expression.ts";
import type { Key } from "#lib/store/keys.ts";
import {
  type Difference,
  itemIndexFaults,
  itemOf,
  operationIndexFaults,
  placeIndexFaults,
} from "./differences.ts";
import { keyOfRow, rowOfKey } from "./row-of-key.ts";

/** What a page of the table shows without another read. */
type Page = {
  /** Goods whose own rows are in it, and goods that have an item of a box in it; by their zongpai. */
  readonly goods: Set<string>;
  readonly boxed: Set<string>;
  /** Items whose goods must be judged with their keys, for the index does not lead to them. */
  readonly unindexed: { readonly zongpai: string; readonly key: Key }[];
  readonly unknown: Difference[];
  /** Places in the index that can be corrected at once: of operations, which never change, and of rows in a shard that is no longer written. */
  readonly misplaced: Difference[];
};

export const readPage = (rows: readonly Item[], site: Site): Page => {
  const page: Page = {
    goods: new Set(),
    boxed: new Set(),
    unindexed: [],
    unknown: [],
    misplaced: [],
  };
  for (const row of rows) {
    const key = keyOfRow(row);
    const name = rowOfKey(key);
    if (name === undefined) {
      const found = "names nothing that this service writes";
      page.unknown.push({ kind: "unreadable", key, attribute: "pk", found });
    } else if (name.kind === "item") {
      page.boxed.add(name.zongpai);
      try {
        itemOf(row, name);
        if (itemIndexFaults(row, name).length === 0) continue;
      } catch {
        // Reported when the goods are judged.
      }
      page.unindexed.push({ zongpai: name.zongpai, key });
    } else if (name.kind !== "copy" && name.kind !== "answers") {
      page.goods.add(name.zongpai);
      if (name.kind === "operation") page.misplaced.push(...operationIndexFaults(row, name, site));
      if (name.kind !== "location") continue;
      try {
        const faults = placeIndexFaults(row, name, site);
        page.misplaced.push(...faults.filter(({ kind }) => kind === "shard"));
      } catch {
        // Reported when the goods are judged.
      }
    }
  }
  return page;
};
