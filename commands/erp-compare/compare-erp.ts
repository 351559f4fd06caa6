import { deadlineWithin } from "#lib/domain/operation.ts";
import { fromScaled } from "#lib/domain/value.ts";
import {
  type ErpDatabase,
  type ErpRow,
  type ErpSession,
  LookupFailure,
} from "#lib/erp/database.ts";
import { lookUpKey } from "#lib/erp/view-reader.ts";
import {
  countSql,
  ErpQuantity,
  type ErpView,
  keyTextOf,
  lookupParameters,
  lookupSql,
  pageSql,
  viewsOf,
} from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import { categoriesIn, stateOfCategory } from "#lib/store/categories.ts";
import type { Table } from "#lib/store/client.ts";
import { erpCopyOf } from "#lib/store/erp-copies.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { goodsSeenIn } from "#lib/store/goods.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { mostKeysPerRead, readItems } from "#lib/store/query.ts";
import type { CsvRow } from "../../frontend/pages/src/shared/csv.ts";
import { keyOfRow, rowOfKey } from "../audit/row-of-key.ts";
import { scanTable } from "../audit/scan-table.ts";

/** The time limit for a batch of table rows. */
const batchTimeoutMs = 60_000;
const dayMs = 86_400_000;

type ComparisonOptions = {
  readonly table: Table;
  readonly site: Site;
  readonly database: ErpDatabase;
  readonly session: ErpSession;
  /** The age in days at which a copy is reported as old. */
  readonly copiesOlder: number;
  readonly now: number;
  readonly onDifferences: (rows: readonly CsvRow[]) => Promise<void>;
};

/** The boxed quantity of goods in scaled units, and whether the goods or their attachments are in any box. */
const boxedIn = (row: TableItem | undefined) => {
  const boxed = goodsSeenIn(row).boxed ?? 0;
  const attached = [...categoriesIn(row ?? {})].some(
    (category) => stateOfCategory(row, category).boxed > 0,
  );
  return { boxed, hasAny: boxed > 0 || attached };
};

/**
 * Compares the boxed goods with the ERP's two views, in batches, so that memory does not grow with the table or a view.
 * @throws the driver's error
 */
export const compareErp = (options: ComparisonOptions) => {
  const { table, site, database, session, copiesOlder, now, onDifferences } = options;
  const { zongpais, boxes } = viewsOf(site.erp);
  const { decimals } = site.formats.quantity;
  const quantity = ErpQuantity(decimals);
  const unscaled = (scaled: number) => fromScaled(scaled, decimals);

  /** The rows with exactly these keys, by key. A database may also find "po4" for "PO4". */
  const lookUp = async (
    view: ErpView,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ErpRow>> => {
    if (keys.length === 0) return new Map();
    const sql = lookupSql(database, view, keys.length);
    try {
      const { rows } = await session.ask(sql, lookupParameters(database, keys));
      return new Map(rows.map((row) => [keyTextOf(row[view.key]) ?? "", row]));
    } catch (error) {
      if (!(error instanceof LookupFailure) || error.kind !== "value") throw error;
    }
    // The view cannot hold one of these keys, such as letters for a number.
    const rowsByKey = new Map<string, ErpRow>();
    for (const key of keys) {
      const [row] = (await lookUpKey(session.ask, database, view, key)).exact;
      if (row) rowsByKey.set(key, row);
    }
    return rowsByKey;
  };

  const goodsFaults = async (boxedByGoods: ReadonlyMap<string, number>): Promise<CsvRow[]> => {
    const erpRows = await lookUp(zongpais, [...boxedByGoods.keys()]);
    return [...boxedByGoods].flatMap(([zongpai, boxed]): CsvRow[] => {
      const row = erpRows.get(zongpai);
      const items_quantity = unscaled(boxed);
      if (!row) return [{ difference: "goods that the ERP lacks", zongpai, items_quantity }];
      const { data: ordered } = quantity.safeParse(row[site.erp.zongpais.quantity]);
      if (ordered === undefined)
        return [{ difference: "the ERP's quantity is none", zongpai, items_quantity }];
      const ordered_quantity = unscaled(ordered);
      return boxed > ordered
        ? [{ difference: "boxed beyond ordered", zongpai, ordered_quantity, items_quantity }]
        : [];
    });
  };
  const boxFaults = async (boxNumbers: readonly string[]): Promise<CsvRow[]> => {
    const erpRows = await lookUp(boxes, boxNumbers);
    return boxNumbers.flatMap((box_no) =>
      erpRows.has(box_no) ? [] : [{ difference: "box that the ERP lacks", box_no }],
    );
  };

  return {
    /** The number of rows in the view of goods. */
    countGoods: async (): Promise<number> => {
      const { rows } = await session.ask(countSql(database, zongpais), []);
      return Number(rows[0]?.rows);
    },
    /** Reports goods and boxes of the table that are missing or different in the ERP. */
    compareTable: async (advance: (rows: number) => void): Promise<void> => {
      let boxedByGoods = new Map<string, number>();
      let boxNumbers: string[] = [];
      let lastBox: string | undefined;
      const flush = async () => {
        const ofGoods = await goodsFaults(boxedByGoods);
        const ofBoxes = await boxFaults(boxNumbers);
        await onDifferences([...ofGoods, ...ofBoxes]);
        boxedByGoods = new Map();
        boxNumbers = [];
      };
      await scanTable(table, 1, async (rows) => {
        for (const row of rows) {
          const name = rowOfKey(keyOfRow(row));
          if (name?.kind === "goods") {
            const { boxed, hasAny } = boxedIn(row);
            if (hasAny) boxedByGoods.set(name.zongpai, boxed);
          } else if (name?.kind === "item" && name.box_no !== lastBox) {
            // A scan returns the items of a box consecutively.
            lastBox = name.box_no;
            boxNumbers.push(lastBox);
          } else if (name?.kind === "copy") {
            const fetchedAt = erpCopyOf(row, now)?.fetched_at ?? now;
            const { box_no } = name;
            const erp_as_of = new Date(fetchedAt).toISOString();
            if (now - fetchedAt > copiesOlder * dayMs)
              await onDifferences([{ difference: "old copy of a box", box_no, erp_as_of }]);
          }
          if (boxedByGoods.size === mostKeysPerRead || boxNumbers.length === mostKeysPerRead)
            await flush();
        }
        advance(rows.length);
      });
      await flush();
    },
    /** Reports goods of the ERP that are in no box. */
    compareView: async (advance: (rows: number) => void): Promise<void> => {
      let lastKey: unknown;
      let lastPage = new Set<string>();
      for (;;) {
        const sql = pageSql(database, zongpais, 2 * mostKeysPerRead, lastKey !== undefined);
        const { rows } = await session.ask(sql, lastKey === undefined ? [] : [lastKey]);
        lastKey = rows.at(-1)?.[zongpais.key];
        const page = rows.flatMap((row) => keyTextOf(row[zongpais.key]) ?? []);
        // A page begins with the last key of the page before, because several rows may have it.
        const newOnPage = [...new Set(page)].filter((zongpai) => !lastPage.has(zongpai));
        if (newOnPage.length === 0) return;
        lastPage = new Set(page);
        for (let start = 0; start < newOnPage.length; start += mostKeysPerRead) {
          const batch = newOnPage.slice(start, start + mostKeysPerRead);
          const items = await readItems(table, batch.map(goodsKey), deadlineWithin(batchTimeoutMs));
          const neverBoxed = batch.filter((_, index) => !boxedIn(items[index]).hasAny);
          await onDifferences(
            neverBoxed.map((zongpai) => ({ difference: "never boxed", zongpai })),
          );
        }
        advance(newOnPage.length);
      }
    },
  };
};
