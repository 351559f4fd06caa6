import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item } from "../store/expression.ts";
import { goodsKey, type Key } from "../store/keys.ts";
import { type RowName, rowOfKey } from "../store/row-of-key.ts";
import {
  countersOf,
  type Difference,
  itemIndexFaults,
  itemOf,
  placeIndexFaults,
  placeOfRow,
  type TableAuditSettings,
} from "./differences.ts";
import { type Counters, faultsOf, type Recount } from "./faults.ts";
import { isLocated } from "./judge-goods.ts";
import type { RawItem } from "./scan-table.ts";
import { operationIn } from "./snapshot.ts";

/** Goods that may have a fault, by their zongpai, with the rows of boxes that the index may not lead to. */
export type Suspects = Map<string, readonly Key[]>;

/** A sieve between two pages, as plain JSON. */
export type SieveState = {
  readonly balances: readonly (readonly [what: string, count: number])[];
  readonly suspects: readonly (readonly [zongpai: string, keys: readonly Key[]])[];
  readonly items: number;
  readonly goods: number;
};

/** The facts that would make a goods row right: what remains are the faults that it has in itself. */
const asRecorded = ({ boxed = 0, categories }: Counters): Recount => ({
  boxed,
  categories: new Map([...categories].map(([category, { boxed = 0, located = false }]) => [category, { boxed, located }])),
});

/**
 * Takes every row of a table, in any order and once, and tells which goods an audit must look at closely. A goods row and its
 * entries lie in different partitions, so what one records and the others count is balanced by number: a balance of zero is
 * forgotten, and memory holds only what has not met its counterpart yet.
 */
export const sieve = (site: TableAuditSettings, from?: SieveState) => {
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
  const boxed = (pk: string, category: string | undefined, by: number) => balance(`${pk}\nb${category ?? ""}`, by);
  const located = (pk: string, category: string, by: number) => balance(`${pk}\nl${category}`, by);
  const suspect = (zongpai: string, ...keys: Key[]) => suspects.set(zongpai, [...(suspects.get(zongpai) ?? []), ...keys]);

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
        if (name.category !== undefined && isLocated(placed, site)) located(key.pk, name.category, -1);
        return;
      }
      case "operation":
        // It counts nothing, but must be one that can be read.
        operationIn(row);
        return;
      case "item": {
        boxed(goodsKey(name.zongpai).pk, name.category, -itemOf(row, name).quantity);
        if (itemIndexFaults(row, name).length > 0) suspect(name.zongpai, key);
      }
    }
  };

  return {
    counts,
    /** Rows whose keys name nothing of this service's, since it was asked last. */
    strangers: () => strangers.splice(0),
    /** Rows that are in the shard of another number that is read, since it was asked last. */
    misplaced: () => misplaced.splice(0),
    /** What memory holds now. */
    held: () => balances.size,
    /** What was taken, to go on from another time. */
    state: (): SieveState => ({ balances: [...balances], suspects: [...suspects], ...counts }),
    take: (item: RawItem): void => {
      counts.items += 1;
      const key = { pk: item.pk?.S ?? "", sk: item.sk?.S ?? "" };
      const name = rowOfKey(key);
      if (name === undefined) strangers.push({ kind: "unreadable", key, attribute: "pk", found: "names nothing that this service writes" });
      else if (name.kind !== "copy" && name.kind !== "answers")
        try {
          takeRow(unmarshall(item), name, key);
        } catch {
          // Whatever is wrong with the row is told when its goods are looked at.
          suspect(name.zongpai, ...(name.kind === "item" ? [key] : []));
        }
    },
    /** To be asked when every row was taken; whoever has looked at goods takes them out. */
    suspects: (): Suspects => {
      for (const what of balances.keys()) {
        const goods = rowOfKey({ pk: what.split("\n", 1)[0] ?? "", sk: "GOODS" });
        if (goods?.kind === "goods" && !suspects.has(goods.zongpai)) suspects.set(goods.zongpai, []);
      }
      balances.clear();
      return suspects;
    },
  };
};
