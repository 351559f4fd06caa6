import type { Site } from "#lib/site/schema.ts";
import type { Item } from "#lib/store/expression.ts";
import { goodsKey, type Key } from "#lib/store/keys.ts";
import {
  countersOf,
  type Difference,
  itemIndexFaults,
  itemOf,
  operationIndexFaults,
  placeIndexFaults,
  placeOfRow,
} from "./differences.ts";
import { type Counters, faultsOf, passesCap, type Recount } from "./faults.ts";
import { isLocated } from "./judge-goods.ts";
import { keyOfRow, type RowName, rowOfKey } from "./row-of-key.ts";
import { operationIn } from "./snapshot.ts";

/** Goods that may have a fault, by their zongpai, with keys of box items that perhaps the index does not point to. */
export type Suspects = Map<string, readonly Key[]>;

/** The state of a sieve between two pages, as plain JSON. */
export type SieveState = {
  readonly balances: readonly (readonly [what: string, count: number])[];
  readonly suspects: readonly (readonly [zongpai: string, keys: readonly Key[]])[];
  readonly items: number;
  readonly goods: number;
};

/** A recount that agrees with a goods row: compared with it, only faults within the row itself remain. */
const asRecorded = ({ boxed = 0, categories }: Counters): Recount => ({
  boxed,
  categories: new Map(
    [...categories].map(([category, { boxed = 0, located = false }]) => [
      category,
      { boxed, largest: 0, located },
    ]),
  ),
});

/**
 * Takes every row of a table once, in any order, and tells which goods an audit must judge. It adds what each goods row claims and subtracts
 * each entry; goods whose balance is not zero at the end are suspect. A goods row and its entries are in different partitions, so they do
 * not come together. A balance of zero is forgotten: memory holds only rows whose counterpart has not come yet.
 */
export const sieve = (site: Site, from?: SieveState) => {
  const balances = new Map(from?.balances);
  const suspects: Suspects = new Map(from?.suspects);
  const strangers: Difference[] = [];
  const misplaced: Difference[] = [];
  const counts = { items: from?.items ?? 0, goods: from?.goods ?? 0 };

  const balance = (what: string, by: number) => {
    const now = (balances.get(what) ?? 0) + by;
    if (now === 0) balances.delete(what);
    else balances.set(what, now);
  };
  const boxed = (pk: string, category: string | undefined, by: number) =>
    balance(`${pk}\nb${category ?? ""}`, by);
  const located = (pk: string, category: string, by: number) => balance(`${pk}\nl${category}`, by);
  const suspect = (zongpai: string, ...keys: Key[]) =>
    suspects.set(zongpai, [...(suspects.get(zongpai) ?? []), ...keys]);

  const takeGoods = (row: Item, zongpai: string, pk: string) => {
    counts.goods += 1;
    const counters = countersOf(row);
    if (faultsOf(counters, asRecorded(counters), site).length > 0) suspect(zongpai);
    boxed(pk, undefined, counters.boxed ?? 0);
    for (const [category, one] of counters.categories) {
      boxed(pk, category, one.boxed ?? 0);
      if (one.located) located(pk, category, 1);
    }
  };

  const takeRow = (row: Item, name: RowName, key: Key) => {
    switch (name.kind) {
      case "goods":
        return takeGoods(row, name.zongpai, key.pk);
      case "location": {
        const placed = placeOfRow(row, name);
        const faults = placeIndexFaults(row, name, site);
        if (faults[0]?.kind === "shard") misplaced.push(...faults);
        else if (faults.length > 0) suspect(name.zongpai);
        if (name.category !== undefined && isLocated(placed, site))
          located(key.pk, name.category, -1);
        return;
      }
      case "operation":
        // Nothing to count, but it must be readable. It never changes, so where it belongs needs no second look.
        operationIn(row);
        misplaced.push(...operationIndexFaults(row, name, site));
        return;
      case "item": {
        const { quantity, category } = itemOf(row, name);
        boxed(goodsKey(name.zongpai).pk, name.category, -quantity);
        if (
          itemIndexFaults(row, name).length > 0 ||
          (category !== undefined && passesCap(category, quantity, site))
        )
          suspect(name.zongpai, key);
      }
    }
  };

  return {
    counts,
    /** Rows whose keys this service does not write, since the last call. */
    strangers: () => strangers.splice(0),
    /** Places in the index that can be mended at once, since the last call: of rows in the shard of another number in `read`, of operations. */
    misplaced: () => misplaced.splice(0),
    /** How many balances are in memory now. */
    held: () => balances.size,
    /** What was taken so far, to continue later. */
    state: (): SieveState => ({ balances: [...balances], suspects: [...suspects], ...counts }),
    take: (item: Item): void => {
      counts.items += 1;
      const key = keyOfRow(item);
      const name = rowOfKey(key);
      if (name === undefined)
        strangers.push({
          kind: "unreadable",
          key,
          attribute: "pk",
          found: "names nothing that this service writes",
        });
      else if (name.kind !== "copy" && name.kind !== "answers")
        try {
          takeRow(item, name, key);
        } catch {
          // What is wrong with the row is reported when its goods are judged.
          suspect(name.zongpai, ...(name.kind === "item" ? [key] : []));
        }
    },
    /** To be called when every row was taken. The caller deletes goods from it when they are judged. */
    suspects: (): Suspects => {
      for (const what of balances.keys()) {
        const goods = rowOfKey({ pk: what.split("\n", 1)[0] ?? "", sk: "GOODS" });
        if (goods?.kind === "goods" && !suspects.has(goods.zongpai))
          suspects.set(goods.zongpai, []);
      }
      balances.clear();
      return suspects;
    },
  };
};
