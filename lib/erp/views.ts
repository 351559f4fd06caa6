import * as z from "zod/mini";
import type { ErpDayRequest } from "../domain/erp.ts";
import { toScaled, trimEndOf } from "../domain/value.ts";
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

/** Rows that are read for one key: a view may repeat it, and a database that ignores case, or compares numbers, finds others, too. */
export const mostRowsPerKey = 100;

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

/** How a column is compared with so many parameters. */
const comparisonSql = ({ parameter }: ErpDatabase, keys: number, form = (sql: string) => sql) => {
  const parameters = Array.from({ length: keys }, (_, index) =>
    form(parameter.replace("1", String(index + 1))),
  );
  return keys === 1 ? `= ${parameters}` : `in (${parameters.join(", ")})`;
};

/** The SQL of a look-up of so many keys. Rows with exactly these keys come first, so that others cannot take their place. */
export const lookupSql = (database: ErpDatabase, view: ErpView, keys = 1): string => {
  const { exact } = database;
  const found = `${columnsSql(database, view)} ${comparisonSql(database, keys)}`;
  const isExact = `${exact(quoteName(view.key, database))} ${comparisonSql(database, keys, exact)}`;
  const order = `order by case when ${isExact} then 0 else 1 end`;
  return selectSql(`${found} ${order}`, keys * mostRowsPerKey, database);
};

/** The parameters of `lookupSql`, which has each key twice. */
export const lookupParameters = (
  { parameter }: ErpDatabase,
  keys: readonly string[],
): readonly string[] => (parameter === "?" ? [...keys, ...keys] : keys);

/**
 * The SQL that fails if the database cannot compare its one parameter with the view's keys. It reads no other column, and no row if the
 * database converts a parameter before it reads; SQL Server converts it while it compares.
 */
export const comparableSql = (database: ErpDatabase, { relation, key }: ErpView): string =>
  selectSql(
    `${columnsSql(database, { relation, key, columns: [] })} ${comparisonSql(database, 1)}`,
    database.limitKeyword === "top" ? 1 : 0,
    database,
  );

/** The SQL of any key of the view. */
export const anyKeySql = (database: ErpDatabase, { relation, key }: ErpView): string =>
  selectSql(`${columnsSql(database, { relation, key, columns: [] })} is not null`, 1, database);

/** The SQL of keys that come more than once, each with the number of its `rows`: at most so many keys. */
export const repeatedKeysSql = (
  database: ErpDatabase,
  { relation, key }: ErpView,
  mostKeys: number,
): string => {
  const name = quoteName(key, database);
  const counted = `count(*) as ${quoteName("rows", database)}`;
  // Other spellings are other keys, which the column itself may compare as equal.
  const groups = `group by ${name}, ${database.exact(name)} having count(*) > 1`;
  const source = `${relationSql(relation, database)} where ${name} is not null`;
  return selectSql(`${name} as ${name}, ${counted} from ${source} ${groups}`, mostKeys, database);
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

/** The name of the text by which a day's boxes are ordered, and after which a page continues. */
export const positionColumn = "position in the list";

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** The rows that a page of a day reads: one more than it shows. */
export const rowsOfDayPage = (size: number): number => size + 1;

/**
 * The statement of a page of a day's boxes, in the order of their exact numbers. The day is half open, so that a column may also have the
 * time of day.
 */
export const dayStatement = (
  database: ErpDatabase,
  erp: ViewSettings["erp"],
  dayColumn: string,
  { day, after, size }: ErpDayRequest,
): { readonly sql: string; readonly parameters: readonly string[] } => {
  const { exact, dayParameter } = database;
  const { relation, key } = viewsOf(erp).boxes;
  const parameterAt = (place: number) => database.parameter.replace("1", String(place));
  const position = exact(quoteName(key, database));
  const column = quoteName(dayColumn, database);
  const conditions = [
    `${column} >= ${dayParameter(parameterAt(1))}`,
    `${column} < ${dayParameter(parameterAt(2))}`,
    ...(after === undefined ? [] : [`${position} > ${exact(parameterAt(3))}`]),
  ].join(" and ");
  const names = [key, erp.boxes.quantity].map((name) => quoteName(name, database));
  const selected = `${names.join(", ")}, ${position} as ${quoteName(positionColumn, database)}`;
  const source = `${relationSql(relation, database)} where ${conditions} order by ${position}`;
  return {
    sql: selectSql(`${selected} from ${source}`, rowsOfDayPage(size), database),
    parameters: [day, dayAfter(day), ...(after === undefined ? [] : [after])],
  };
};

/** The SQL that counts the rows of a view. */
export const countSql = (database: ErpDatabase, { relation }: ErpView): string =>
  `select count(*) as ${quoteName("rows", database)} from ${relationSql(relation, database)}`;

/** The SQL that shows a view's columns and so many of its rows. */
export const sampleSql = (database: ErpDatabase, relation: string, mostRows: number): string =>
  selectSql(`* from ${relationSql(relation, database)}`, mostRows, database);

/** Without the spaces that fill CHAR columns. */
const trimPadding = (text: string): string => trimEndOf(text, " ");

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
