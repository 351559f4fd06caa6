import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fitsFormat } from "#labels/fits-format.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { demoRows, firstRows } from "./demo-rows.ts";
import { createErpDatabase, quoteSqlName } from "./erp-database.ts";

/** Writes a demo ERP with made-up goods and boxes in the site's formats, unless the file exists. */
export const seedDemoErp = (file: string, site: Site): void => {
  if (existsSync(file)) return;
  // A process that is killed leaves no half-written ERP.
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  createErpDatabase(unfinished, site, demoRows(site));
  renameSync(unfinished, file);
};

/** Some goods and boxes that the ERP knows and the site's formats accept. */
export type ErpSample = {
  readonly goods: readonly string[];
  readonly boxes: readonly string[];
  /** Goods in the site's format that the ERP does not know. */
  readonly unknownGoods?: string | undefined;
};

/**
 * Reads a few rows through the views that the site names.
 * @throws Error if the file does not exist, or does not have such a view or column
 */
export const sampleErp = (file: string, { erp, formats }: Site): ErpSample => {
  const database = new DatabaseSync(file, { readOnly: true });
  const firstKeys = (
    relation: string,
    columns: readonly [key: string, ...others: string[]],
    format: Site["formats"]["boxNo"],
    count: number,
  ) => {
    const names = columns.map(quoteSqlName).join(", ");
    const rows = database
      .prepare(`SELECT ${names} FROM ${quoteSqlName(relation)} LIMIT ${count}`)
      .all();
    return rows.map((row) => String(row[columns[0]])).filter((key) => fitsFormat(format, key));
  };
  const unknownGoodsIn = ({ relation, zongpai }: Site["erp"]["zongpais"]) => {
    const view = quoteSqlName(relation);
    const find = database.prepare(`SELECT 1 FROM ${view} WHERE ${quoteSqlName(zongpai)} = ?`);
    return moreExamples(formats.zongpai, 999).findLast((goods) => find.get(goods) === undefined);
  };
  try {
    const { boxes, zongpais } = erp;
    const furtherColumns = boxes.columns.map(({ column }) => column);
    return {
      goods: firstKeys(
        zongpais.relation,
        [zongpais.zongpai, zongpais.quantity],
        formats.zongpai,
        firstRows.goods,
      ),
      boxes: firstKeys(
        boxes.relation,
        [boxes.boxNo, boxes.quantity, ...furtherColumns],
        formats.boxNo,
        firstRows.boxes,
      ),
      unknownGoods: unknownGoodsIn(zongpais),
    };
  } finally {
    database.close();
  }
};
