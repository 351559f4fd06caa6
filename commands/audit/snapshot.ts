import { itemChangesOf } from "#lib/domain/events.ts";
import type { Deadline } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import {
  boxesOfGoodsSpan,
  boxItemKey,
  goodsKey,
  nameOfKey,
  stateSpan,
  type TableKey,
} from "#lib/store/keys.ts";
import { eventOf } from "#lib/store/operations.ts";
import { itemWithKey, queryAll, readItems } from "#lib/store/query.ts";
import { keyOfRow, type RowName, rowOfKey } from "./row-of-key.ts";

/** A row and the name in its key. */
export type NamedRow = { readonly row: TableItem; readonly name: RowName };

/** Goods that did not change during the read: the goods row, and every row that it counts. */
export type GoodsSnapshot = {
  readonly goods: TableItem | undefined;
  readonly rows: readonly NamedRow[];
};

/** The box items that an operation changed. @throws Error if its row cannot be read */
export const itemsTouchedBy = (row: TableItem): ReturnType<typeof itemChangesOf> => {
  const event = eventOf(row);
  return event ? itemChangesOf(event) : [];
};

/** The revision of goods. Every write of the goods row adds 1. `undefined` if there is no row. */
export const revisionOf = (goods: TableItem | undefined): number | undefined =>
  typeof goods?.rev === "number" ? goods.rev : undefined;

/** The keys of box items in the strongly consistent history, in the index and in the scan. */
const boxItemKeys = (
  zongpai: string,
  operations: readonly TableItem[],
  indexed: readonly TableItem[],
  known: readonly TableKey[],
): TableKey[] => {
  const touched = operations.flatMap((row) => {
    try {
      return itemsTouchedBy(row).map(([{ box_no, category }]) =>
        boxItemKey(box_no, zongpai, category),
      );
    } catch {
      // The fault of this row is reported when the goods are judged.
      return [];
    }
  });
  const all = [...touched, ...indexed.map(keyOfRow), ...known];
  return [...new Map(all.map((key) => [nameOfKey(key), key])).values()];
};

/** The rows that belong to these goods. The index may point to other goods' rows by mistake. */
const rowsOfGoods = (rows: readonly TableItem[], zongpai: string): NamedRow[] =>
  rows.flatMap((row) => {
    const name = rowOfKey(keyOfRow(row));
    return name && "zongpai" in name && name.zongpai === zongpai && name.kind !== "goods"
      ? [{ row, name }]
      : [];
  });

/** A text that changes with each write of the goods row or of a place. A late scan of an attachment changes only the place. */
const versionOf = (state: readonly TableItem[]): string =>
  JSON.stringify(state.map(({ sk, rev, recorded_at }) => [sk, rev, recorded_at]));

/** Reads the row and the places of goods, then their other rows, then the row and the places again; `undefined` if these have changed. */
export const snapshotOf = async (
  table: Table,
  zongpai: string,
  known: readonly TableKey[],
  deadline: Deadline,
): Promise<GoodsSnapshot | undefined> => {
  const stateBefore = await queryAll(table, stateSpan(zongpai), deadline);
  const goods = itemWithKey(stateBefore, goodsKey(zongpai));
  const [partition, indexed] = await Promise.all([
    queryAll(table, { pk: goodsKey(zongpai).pk }, deadline),
    queryAll(table, boxesOfGoodsSpan(zongpai), deadline, { index: true }),
  ]);
  const operations = partition.filter((row) => rowOfKey(keyOfRow(row))?.kind === "operation");
  const keys = boxItemKeys(zongpai, operations, indexed, known);
  const found = await readItems(table, keys, deadline);
  const items = found.filter((item) => item !== undefined);
  const stateAfter = await queryAll(table, stateSpan(zongpai), deadline);
  return versionOf(stateBefore) === versionOf(stateAfter)
    ? { goods, rows: rowsOfGoods([...partition, ...items], zongpai) }
    : undefined;
};
