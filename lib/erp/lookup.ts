import type { ErpDatabase } from "./database.ts";

/** One view of the ERP, under the names of the site; a dot in `relation` stands between schema and view. */
export type View = {
  readonly relation: string;
  readonly key: string;
  readonly columns: readonly string[];
};

/** How many rows are read for one key. A database that ignores case, or compares numbers, may find others beside the right one. */
const mostRows = 5;

/** A name as this database writes it, whatever characters it has. */
const quoted = (name: string, { quote }: ErpDatabase) =>
  quote + name.replaceAll(quote, quote + quote) + quote;

const relationOf = (relation: string, database: ErpDatabase) =>
  `${relation
    .split(".")
    .map((name) => quoted(name, database))
    .join(".")} as ${quoted("erp", database)}`;

const select = (what: string, most: number, { stopsBy }: ErpDatabase) =>
  stopsBy === "top" ? `select top(${most}) ${what}` : `select ${what} limit ${most}`;

/** The SQL of a look-up; its one parameter is the key. Written once, when the function loads. */
export const lookupSql = (database: ErpDatabase, { relation, key, columns }: View): string => {
  const all = [...new Set([key, ...columns])]
    .map((name) => `${quoted(name, database)} as ${quoted(name, database)}`)
    .join(", ");
  return select(
    `${all} from ${relationOf(relation, database)} where ${quoted(key, database)} = ${database.parameter}`,
    mostRows,
    database,
  );
};

/** The SQL that shows which columns a view has, with so many of its rows at most; it has no parameter. */
export const sampleSql = (database: ErpDatabase, relation: string, most: number): string =>
  select(`* from ${relationOf(relation, database)}`, most, database);
