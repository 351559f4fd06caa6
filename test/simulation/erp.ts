import { type ErpDatabase, type ErpRow, LookupFailure } from "#lib/erp/database.ts";
import type { Site } from "#lib/site/schema.ts";
import type { World } from "./world.ts";

export const erpModes = ["well", "slow", "wrong", "gone", "empty"] as const;
type ErpMode = (typeof erpModes)[number];

export type FakeErp = {
  mode: ErpMode;
  /** The ordered quantity of all goods and boxes, in the ERP's numbers. */
  readonly ordered: number;
};

/** A database with the site's two views, which have a row for every name. */
export const databaseOf = (
  erp: FakeErp,
  world: World,
  { erp: { boxes, zongpais, product } }: Site,
) => {
  const rowOf = (sql: string, key: unknown): ErpRow =>
    sql.includes(boxes.relation)
      ? {
          [boxes.boxNo]: key,
          [boxes.quantity]: erp.ordered,
          ...Object.fromEntries(boxes.columns.map(({ column }) => [column, "there"])),
        }
      : {
          [zongpais.zongpai]: key,
          [zongpais.quantity]: erp.ordered,
          ...(product ? { [product]: "there" } : {}),
        };
  const wrong = (row: ErpRow): ErpRow =>
    world.random() < 0.5
      ? Object.fromEntries(Object.keys(row).map((column) => [column, "wrong"]))
      : { ...row, [boxes.quantity]: "wrong", [zongpais.quantity]: -1 };
  const database: ErpDatabase = {
    ...{ quote: '"', parameter: "?", limitKeyword: "limit", exact: String },
    dayParameter: String,
    open: async () => {
      if (erp.mode === "gone") throw new LookupFailure("unreachable", "gone");
      return {
        isUsable: () => erp.mode !== "gone",
        close: () => {},
        ask: async (sql, [key]) => {
          await world.step();
          if (erp.mode === "slow") await world.sleep(5_000 * world.random());
          if (erp.mode === "gone") throw new LookupFailure("unreachable", "gone");
          const row = rowOf(sql, key);
          const rows = erp.mode === "empty" ? [] : [erp.mode === "wrong" ? wrong(row) : row];
          return { columns: Object.keys(row), rows };
        },
      };
    },
  };
  return database;
};
