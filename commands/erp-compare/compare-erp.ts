import { deadlineWithin } from "#lib/domain/operation.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { ErpDatabase, ErpRow, ErpSession } from "#lib/erp/database.ts";
import {
  countSql,
  ErpQuantity,
  type ErpView,
  keyTextOf,
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
import type { CsvRow } from "../../pages/shared/csv.ts";
import { keyOfRow, rowOfKey } from "../audit/row-of-key.ts";
import { scanTable } from "../audit/scan-table.ts";

/** Milliseconds that a batch of rows of the table may take. */
const batchTimeoutMs = 60_000;
const dayMs = 86_400_000;

type ComparisonOptions = {
  readonly table: Table;
  readonly site: Site;
  readonly database: ErpDatabase;
  readonly session: ErpSession;
  /** Days. */
  readonly copiesOlder: number;
  readonly now: number;
  readonly found: (rows: readonly CsvRow[]) => Promise<void>;
};

/** What is boxed of goods, in scaled units, and whether anything of them is, attachments included. */
const boxedIn = (row: TableItem | undefined) => {
  const boxed = goodsSeenIn(row).boxed ?? 0;
  const attached = [...categoriesIn(row ?? {})].some(
    (category) => stateOfCategory(row, category).boxed > 0,
  );
  return { boxed, some: boxed > 0 || attached };
};

/**
 * Compares what is boxed with the ERP's two views, in batches: nothing grows with the table or a view but what is found.
 * @throws the driver's error
 */
export const compareErp = ({ table, site, database, session, ...options }: ComparisonOptions) => {
  const { copiesOlder, now, found } = options;
  const { zongpais, boxes } = viewsOf(site.erp);
  const { decimals } = site.formats.quantity;
  const quantity = ErpQuantity(decimals);
  const shown = (scaled: number) => fromScaled(scaled, decimals);

  /** The rows that have exactly these keys: a database may also find "po4" for "PO4". */
  const lookUp = async (view: ErpView, keys: readonly string[]) => {
    if (keys.length === 0) return new Map<string, ErpRow>();
    const { rows } = await session.ask(lookupSql(database, view, keys.length), keys);
    return new Map(rows.map((row) => [keyTextOf(row[view.key]) ?? "", row]));
  };

  const goodsFaults = async (rows: ReadonlyMap<string, number>): Promise<CsvRow[]> => {
    const known = await lookUp(zongpais, [...rows.keys()]);
    return [...rows].flatMap(([zongpai, boxed]): CsvRow[] => {
      const row = known.get(zongpai);
      const items_quantity = shown(boxed);
      if (!row) return [{ difference: "goods that the ERP lacks", zongpai, items_quantity }];
      const { data: ordered } = quantity.safeParse(row[site.erp.zongpais.quantity]);
      if (ordered === undefined)
        return [{ difference: "the ERP's quantity is none", zongpai, items_quantity }];
      const ordered_quantity = shown(ordered);
      return boxed > ordered
        ? [{ difference: "boxed beyond ordered", zongpai, ordered_quantity, items_quantity }]
        : [];
    });
  };
  const boxFaults = async (numbers: readonly string[]): Promise<CsvRow[]> => {
    const known = await lookUp(boxes, numbers);
    return numbers.flatMap((box_no) =>
      known.has(box_no) ? [] : [{ difference: "box that the ERP lacks", box_no }],
    );
  };

  return {
    /** How many rows the view of goods has. */
    count: async (): Promise<number> => {
      const { rows } = await session.ask(countSql(database, zongpais), []);
      return Number(rows[0]?.rows);
    },
    /** What the table has and the ERP has otherwise. */
    table: async (seen: (rows: number) => void): Promise<void> => {
      let goods = new Map<string, number>();
      let numbers: string[] = [];
      let lastBox: string | undefined;
      const flush = async () => {
        await found([...(await goodsFaults(goods)), ...(await boxFaults(numbers))]);
        [goods, numbers] = [new Map(), []];
      };
      await scanTable(table, 1, async (rows) => {
        for (const row of rows) {
          const name = rowOfKey(keyOfRow(row));
          if (name?.kind === "goods") {
            const { boxed, some } = boxedIn(row);
            if (some) goods.set(name.zongpai, boxed);
          } else if (name?.kind === "item" && name.box_no !== lastBox) {
            // The items of a box follow each other.
            lastBox = name.box_no;
            numbers.push(lastBox);
          } else if (name?.kind === "copy") {
            const at = erpCopyOf(row, now)?.fetched_at ?? now;
            const erp_as_of = new Date(at).toISOString();
            if (now - at > copiesOlder * dayMs)
              await found([{ difference: "old copy of a box", box_no: name.box_no, erp_as_of }]);
          }
          if (goods.size === mostKeysPerRead || numbers.length === mostKeysPerRead) await flush();
        }
        seen(rows.length);
      });
      await flush();
    },
    /** Goods that the ERP has and of which nothing is in a box. */
    view: async (seen: (rows: number) => void): Promise<void> => {
      let last: unknown;
      let known = new Set<string>();
      for (;;) {
        const sql = pageSql(database, zongpais, 2 * mostKeysPerRead, last !== undefined);
        const { rows } = await session.ask(sql, last === undefined ? [] : [last]);
        last = rows.at(-1)?.[zongpais.key];
        const page = rows.flatMap((row) => keyTextOf(row[zongpais.key]) ?? []);
        // A page begins with the last key of the one before, which a database may find in several rows.
        const fresh = [...new Set(page)].filter((zongpai) => !known.has(zongpai));
        if (fresh.length === 0) return;
        known = new Set(page);
        for (let at = 0; at < fresh.length; at += mostKeysPerRead) {
          const some = fresh.slice(at, at + mostKeysPerRead);
          const items = await readItems(table, some.map(goodsKey), deadlineWithin(batchTimeoutMs));
          const none = some.filter((_, index) => !boxedIn(items[index]).some);
          await found(none.map((zongpai) => ({ difference: "never boxed", zongpai })));
        }
        seen(fresh.length);
      }
    },
  };
};
