import * as z from "zod/mini";
import { toScaled } from "../domain/value.ts";
import { maxTextLength } from "../fields.ts";
import type { Site } from "../site/schema.ts";
import type { ErpDatabase } from "./database.ts";

export type ViewSettings = {
  readonly formats: { readonly quantity: Pick<Site["formats"]["quantity"], "decimals"> };
  readonly erp: Pick<Site["erp"], "boxes" | "zongpais" | "product">;
};

/** A dot in `relation` is between schema and view. */
export type ErpView = {
  readonly relation: string;
  readonly key: string;
  readonly columns: readonly string[];
};

export const viewsOf = ({ boxes, zongpais, product }: ViewSettings["erp"]) => ({
  boxes: {
    relation: boxes.relation,
    key: boxes.boxNo,
    columns: [boxes.quantity, ...boxes.columns.map(({ column }) => column)],
  },
  zongpais: {
    relation: zongpais.relation,
    key: zongpais.zongpai,
    columns: product ? [zongpais.quantity, product] : [zongpais.quantity],
  },
});

/** Rows that are read for one key: a database that ignores case, or compares numbers, may find others next to the right one. */
const mostRowsPerKey = 5;

const quoteName = (name: string, { quote }: ErpDatabase) =>
  quote + name.replaceAll(quote, quote + quote) + quote;

const relationSql = (relation: string, database: ErpDatabase) => {
  const names = relation.split(".").map((name) => quoteName(name, database));
  return `${names.join(".")} as ${quoteName("erp", database)}`;
};

const selectSql = (columnsAndSource: string, mostRows: number, { limitKeyword }: ErpDatabase) =>
  limitKeyword === "top"
    ? `select top(${mostRows}) ${columnsAndSource}`
    : `select ${columnsAndSource} limit ${mostRows}`;

/** The key and columns of a view, named as the site does. */
const columnsSql = (database: ErpDatabase, { relation, key, columns }: ErpView): string => {
  const keyName = quoteName(key, database);
  const names = [...new Set([key, ...columns])].map((column) => quoteName(column, database));
  const selected = names.map((name) => `${name} as ${name}`).join(", ");
  return `${selected} from ${relationSql(relation, database)} where ${keyName}`;
};

/** The SQL of a look-up of so many keys, which are its parameters. */
export const lookupSql = (database: ErpDatabase, view: ErpView, keys = 1): string => {
  const { parameter } = database;
  const parameters = Array.from({ length: keys }, (_, index) =>
    parameter.replace("1", String(index + 1)),
  );
  const comparison = keys === 1 ? `= ${parameter}` : `in (${parameters.join(", ")})`;
  return selectSql(`${columnsSql(database, view)} ${comparison}`, keys * mostRowsPerKey, database);
};

/** The SQL of the first so many rows in the order of their keys; or of those from a key on, its one parameter. */
export const pageSql = (
  database: ErpDatabase,
  view: ErpView,
  mostRows: number,
  startsAtKey: boolean,
): string => {
  const condition = startsAtKey ? `>= ${database.parameter}` : "is not null";
  const order = `order by ${quoteName(view.key, database)}`;
  return selectSql(`${columnsSql(database, view)} ${condition} ${order}`, mostRows, database);
};

/** The SQL that counts the rows of a view. */
export const countSql = (database: ErpDatabase, { relation }: ErpView): string =>
  `select count(*) as ${quoteName("rows", database)} from ${relationSql(relation, database)}`;

/** The SQL that shows a view's columns and so many of its rows. */
export const sampleSql = (database: ErpDatabase, relation: string, mostRows: number): string =>
  selectSql(`* from ${relationSql(relation, database)}`, mostRows, database);

/** Without the spaces that fill CHAR columns. */
const trimPadding = (text: string): string => text.replace(/ +$/, "");

/** A column whose value is shown unchanged. */
export const ErpColumnValue = z.union([
  z.pipe(z.string(), z.transform(trimPadding)),
  z.number(),
  z.boolean(),
  z.null(),
]);

/** The name of a product: the whole goods row is written with it, so a long one is cut. Empty and NULL are no name. */
export const ErpProductName = z.pipe(
  ErpColumnValue,
  z.transform(
    (value) =>
      Array.from(String(value ?? ""))
        .slice(0, maxTextLength)
        .join("") || undefined,
  ),
);

/** A key as text; a database may hold it as a number. */
export const keyTextOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? trimPadding(String(value)) : undefined;

const decimalText = z.string().check(z.trim(), z.regex(/^\d+(\.\d+)?$/));

/** A quantity of the ERP, a number or decimal text, with at most the site's decimals. */
export const ErpQuantity = (decimals: number) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.pipe(decimalText, z.transform(Number))]),
      z.number().check(z.minimum(0), z.maximum(1e12)),
    ),
    z.transform((value, { issues }) => {
      const scaled = toScaled(value, decimals);
      if (scaled !== undefined) return scaled;
      const message = "more decimals than the site keeps";
      issues.push({ code: "custom", input: value, message });
      return z.NEVER;
    }),
  );
