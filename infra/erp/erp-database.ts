import { DatabaseSync } from "node:sqlite";
import { boxColumnsOf } from "#lib/site/box-columns.ts";
import type { Site } from "#lib/site/schema.ts";

/** The rows of an ERP, in canonical names; the views of the database have the site's names. */
export type ErpRows = {
  readonly boxes: readonly {
    readonly box_no: string;
    readonly quantity: number;
    /** In the order of `boxColumnsOf`. */
    readonly columns: readonly (string | null)[];
  }[];
  readonly goods: readonly {
    readonly zongpai: string;
    readonly quantity: number;
    readonly product: string;
  }[];
};

/** A quoted name for SQL, whatever characters it has. */
export const quoteSqlName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Writes an ERP as a SQLite file: two tables, and the views on them that the site's profile names. */
export const createErpDatabase = (file: string, { erp }: Site, rows: ErpRows): void => {
  const { boxes, zongpais } = erp;
  const database = new DatabaseSync(file);
  const product = erp.product || "product";
  const storedColumns = ["box_no TEXT PRIMARY KEY", "quantity NUMERIC"];
  const shownColumns = [
    `box_no AS ${quoteSqlName(boxes.boxNo)}`,
    `quantity AS ${quoteSqlName(boxes.quantity)}`,
  ];
  for (const [index, column] of boxColumnsOf(erp).entries()) {
    storedColumns.push(`column_${index} TEXT`);
    shownColumns.push(`column_${index} AS ${quoteSqlName(column)}`);
  }
  try {
    database.exec(`
      PRAGMA journal_mode = WAL;
      BEGIN;
      CREATE TABLE erp_box (${storedColumns.join(", ")});
      CREATE TABLE erp_goods (zongpai TEXT PRIMARY KEY, quantity NUMERIC, product TEXT);
      CREATE VIEW ${quoteSqlName(boxes.relation)} AS
        SELECT ${shownColumns.join(", ")} FROM erp_box;
      CREATE VIEW ${quoteSqlName(zongpais.relation)} AS
        SELECT zongpai AS ${quoteSqlName(zongpais.zongpai)}, quantity AS ${quoteSqlName(zongpais.quantity)}, product AS ${quoteSqlName(product)} FROM erp_goods;
    `);
    const insertBox = database.prepare(
      `INSERT INTO erp_box VALUES (${storedColumns.map(() => "?").join(", ")})`,
    );
    for (const { box_no, quantity, columns } of rows.boxes)
      insertBox.run(box_no, quantity, ...columns);
    const insertGoods = database.prepare("INSERT INTO erp_goods VALUES (?, ?, ?)");
    for (const { zongpai, quantity, product } of rows.goods)
      insertGoods.run(zongpai, quantity, product);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
};
