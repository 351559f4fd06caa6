import { DatabaseSync } from "node:sqlite";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { boxColumnsOf } from "#lib/site/box-columns.ts";
import { boxNo, known, ordered, zongpai } from "./samples.ts";
import { site } from "./site.ts";

const numbers = Array.from({ length: known }, (_, at) => at + 1);
const quoted = (name: string) => `"${name}"`;

/** A SQLite database with the site's views, in a file. */
export const createTestErp = (file: string): void =>
  createErpDatabase(file, site, {
    boxes: numbers.map((n) => ({
      box_no: boxNo(n),
      quantity: ordered,
      columns: site.erp.boxes.columns.map(({ name }) => `${name} ${n}`),
    })),
    goods: numbers.map((n) => ({
      zongpai: zongpai(n),
      quantity: ordered,
      product: `product ${n}`,
    })),
  });

let changed = true;

const onErp = (sql: string) => {
  changed = true;
  const database = new DatabaseSync(process.env.ERP_SQLITE ?? "", { timeout: 5_000 });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
};

const { boxes, zongpais } = site.erp;

const withViews = (box: string, goods: string) =>
  onErp(`
    DROP VIEW IF EXISTS ${quoted(boxes.relation)};
    DROP VIEW IF EXISTS ${quoted(zongpais.relation)};
    ${box && `CREATE VIEW ${quoted(boxes.relation)} AS ${box};`}
    ${goods && `CREATE VIEW ${quoted(zongpais.relation)} AS ${goods};`}
  `);

const boxColumns = (quantity: string, from: string) => {
  const shown = [
    `box_no AS ${quoted(boxes.boxNo)}`,
    `${quantity} AS ${quoted(boxes.quantity)}`,
    ...boxColumnsOf(site.erp).map((column, at) => `column_${at} AS ${quoted(column)}`),
  ];
  return `SELECT ${shown.join(", ")} FROM ${from}`;
};

const goodsColumns = (quantity: string, from: string) => {
  const { product: column } = site.erp;
  const product = column ? `, product AS ${quoted(column)}` : "";
  return `SELECT zongpai AS ${quoted(zongpais.zongpai)}, ${quantity} AS ${quoted(zongpais.quantity)}${product} FROM ${from}`;
};

/** SQL that takes about two seconds for its row: longer than a look-up that a test has made short. */
const slowly =
  "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 10000000) SELECT count(*) AS n FROM c) AS slow";

export const erp = {
  /** Makes the database refuse every look-up. */
  gone: () => withViews("", ""),
  /** Makes the quantities text. */
  nonsense: () => withViews(boxColumns("'many'", "erp_box"), goodsColumns("'many'", "erp_goods")),
  slow: () =>
    withViews(
      boxColumns("quantity", `erp_box, ${slowly}`),
      goodsColumns("quantity", `erp_goods, ${slowly}`),
    ),
  well: () => withViews(boxColumns("quantity", "erp_box"), goodsColumns("quantity", "erp_goods")),
  /** Renames goods or a box. */
  rename: (from: string, to: string) =>
    onErp(
      `UPDATE erp_goods SET zongpai = '${to}' WHERE zongpai = '${from}'; UPDATE erp_box SET box_no = '${to}' WHERE box_no = '${from}'`,
    ),
  forgetGoods: (reference: string) => onErp(`DELETE FROM erp_goods WHERE zongpai = '${reference}'`),
  forgetBox: (reference: string) => onErp(`DELETE FROM erp_box WHERE box_no = '${reference}'`),
  setOrdered: (reference: string, quantity: number) =>
    onErp(`UPDATE erp_goods SET quantity = ${quantity} WHERE zongpai = '${reference}'`),
  setProduct: (reference: string, product: string | null) =>
    onErp(
      `UPDATE erp_goods SET product = ${product === null ? "NULL" : `'${product}'`} WHERE zongpai = '${reference}'`,
    ),
  /** The day on which a box leaves, as the ERP's column has it. */
  setDay: (reference: string, day: string | null) =>
    onErp(
      `UPDATE erp_box SET column_${boxColumnsOf(site.erp).indexOf(String(boxes.day))} = ${day === null ? "NULL" : `'${day}'`} WHERE box_no = '${reference}'`,
    ),
  setBoxQuantity: (reference: string, quantity: number) =>
    onErp(`UPDATE erp_box SET quantity = ${quantity} WHERE box_no = '${reference}'`),
};

/** Called before each test file. */
export const freshErp = (): void => {
  if (!changed) return;
  erp.gone();
  onErp("DROP TABLE IF EXISTS erp_box; DROP TABLE IF EXISTS erp_goods;");
  createTestErp(process.env.ERP_SQLITE ?? "");
  changed = false;
};
