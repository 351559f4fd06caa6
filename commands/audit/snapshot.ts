import { itemsOf } from "#lib/domain/events.ts";
import type { Deadline } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import type { Item } from "#lib/store/expression.ts";
import { boxesOf, boxItemKey, goodsKey, type Key, nameOfKey, stateOf } from "#lib/store/keys.ts";
import { eventOf } from "#lib/store/operations.ts";
import { itemWith, queryAll, readItems } from "#lib/store/query.ts";
import { keyOfRow, type RowName, rowOfKey } from "./row-of-key.ts";

/** A row and what its key names. */
export type Named = { readonly row: Item; readonly name: RowName };

/** Goods that did not change while they were read: their row, and every row that it counts. */
export type Snapshot = { readonly goods: Item | undefined; readonly rows: readonly Named[] };

/** The box items that an operation touched. @throws Error when its row cannot be read */
export const operationIn = (row: Item): ReturnType<typeof itemsOf> => {
  const event = eventOf(row);
  return event ? itemsOf(event) : [];
};

/** The revision of goods: every write of the goods row adds 1. `undefined` if there is no row. */
export const revOf = (goods: Item | undefined): number | undefined =>
  typeof goods?.rev === "number" ? goods.rev : undefined;

/** Keys of the box items: from history, which is strongly consistent, the index and the scan. */
const boxKeys = (
  zongpai: string,
  operations: readonly Item[],
  indexed: readonly Item[],
  known: readonly Key[],
): Key[] => {
  const touched = operations.flatMap((row) => {
    try {
      return operationIn(row).map(([{ box_no, category }]) =>
        boxItemKey(box_no, zongpai, category),
      );
    } catch {
      // What is wrong with the row is reported when the goods are judged.
      return [];
    }
  });
  const all = [...touched, ...indexed.map(keyOfRow), ...known];
  return [...new Map(all.map((key) => [nameOfKey(key), key])).values()];
};

/** The rows of these goods: the index may point to other goods' rows by mistake. */
const ofGoods = (rows: readonly Item[], zongpai: string): Named[] =>
  rows.flatMap((row) => {
    const name = rowOfKey(keyOfRow(row));
    return name && "zongpai" in name && name.zongpai === zongpai && name.kind !== "goods"
      ? [{ row, name }]
      : [];
  });

/** Another text after each write of the goods row or of a place: a late scan of an attachment changes its place alone. */
const versionOf = (state: readonly Item[]): string =>
  JSON.stringify(state.map(({ sk, rev, recorded_at }) => [sk, rev, recorded_at]));

/** Reads goods: their row and places, everything else, and the first again; `undefined` when one of these changed meanwhile. */
export const snapshotOf = async (
  table: Table,
  zongpai: string,
  known: readonly Key[],
  deadline: Deadline,
): Promise<Snapshot | undefined> => {
  const before = await queryAll(table, stateOf(zongpai), deadline);
  const goods = itemWith(before, goodsKey(zongpai));
  const [partition, indexed] = await Promise.all([
    queryAll(table, { pk: goodsKey(zongpai).pk }, deadline),
    queryAll(table, boxesOf(zongpai), deadline, { index: true }),
  ]);
  const operations = partition.filter((row) => rowOfKey(keyOfRow(row))?.kind === "operation");
  const keys = boxKeys(zongpai, operations, indexed, known);
  const read = await readItems(table, keys, deadline);
  const items = read.filter((item) => item !== undefined);
  const after = await queryAll(table, stateOf(zongpai), deadline);
  return versionOf(before) === versionOf(after)
    ? { goods, rows: ofGoods([...partition, ...items], zongpai) }
    : undefined;
};
