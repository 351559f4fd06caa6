import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { goodsKey, type TableKey } from "#lib/store/keys.ts";
import { readItems } from "#lib/store/query.ts";
import { itemIndexFaults } from "./index-faults.ts";
import { differencesOf } from "./judge-goods.ts";
import { keyOfRow, type RowName } from "./row-of-key.ts";
import { pageTimeoutMs } from "./scan-table.ts";
import { type NamedRow, revisionOf } from "./snapshot.ts";

/** The rows of goods, as a scan read them at different instants. */
export type ScannedGoods = {
  readonly zongpai: string;
  goods: TableItem | undefined;
  readonly rows: NamedRow[];
  /** The keys of items that the index lacks. */
  readonly lost: TableKey[];
  /** Whether no row was left out to save memory. */
  isWhole: boolean;
};

/** The most rows that an audit keeps in memory, some 1.2 kB each. It reads the goods of further rows once more. */
const mostRowsKept = 300_000;

/** Of an operation, only what is compared. */
const rowToKeep = (row: TableItem, { kind }: RowName): TableItem => {
  if (kind !== "operation") return row;
  const { pk, sk, v, at, event, refusal, asked, expires_at, place_pk, place_sk } = row;
  return { pk, sk, v, at, event, refusal, asked, expires_at, place_pk, place_sk };
};

/** Collects the rows of each goods while a table is scanned. */
export const collectGoods = (mostRows = mostRowsKept) => {
  const found = new Map<string, ScannedGoods>();
  let rowsKept = 0;
  return {
    found,
    add: (zongpai: string, row: TableItem, name: RowName): void => {
      const scanned = found.get(zongpai) ?? {
        zongpai,
        ...{ goods: undefined, rows: [], lost: [], isWhole: true },
      };
      found.set(zongpai, scanned);
      if (name.kind === "item" && itemIndexFaults(row, name).length > 0)
        scanned.lost.push(keyOfRow(row));
      if (rowsKept === mostRows) scanned.isWhole = false;
      else {
        rowsKept += 1;
        if (name.kind === "goods") scanned.goods = row;
        else scanned.rows.push({ row: rowToKeep(row, name), name });
      }
    },
  };
};

/**
 * The goods of a scan that have no difference, and have not changed since: not only their rows agree, but their revision is still the same. Any
 * write between two reads of the scan is in the operations of the goods, or changes the revision.
 */
export const soundInScan = async (
  table: Table,
  scanned: readonly ScannedGoods[],
  site: Site,
): Promise<ScannedGoods[]> => {
  const agreeing = scanned.filter(
    ({ zongpai, isWhole, goods, rows }) =>
      isWhole && differencesOf(zongpai, { goods, rows }, site).length === 0,
  );
  const keys = agreeing.map(({ zongpai }) => goodsKey(zongpai));
  const now = await readItems(table, keys, deadlineWithin(pageTimeoutMs));
  return agreeing.filter(({ goods }, index) => revisionOf(goods) === revisionOf(now[index]));
};
