import { createQueryId, IdentifierNode, RawNode, ValueNode } from "kysely";
import type { ErpDatabase } from "./database.ts";

/** One view of the ERP, under the names of the site; a dot in `relation` stands between schema and view. */
export type View = { readonly relation: string; readonly key: string; readonly columns: readonly string[] };

/** As many rows as are looked at for one key: a database that ignores case, or compares numbers, may hold others beside the right one. */
const mostRows = 5;

type Part = IdentifierNode | ValueNode | RawNode;

/**
 * SQL text with parts that the dialect's compiler writes. Kysely's query builder would say the same, but a bundle would hold the whole
 * of it, which is larger than PostgreSQL's driver.
 */
const sql = (text: readonly string[], ...parts: Part[]): RawNode => RawNode.create(text, parts);
const joined = (separator: string, parts: readonly Part[]): RawNode => sql(["", ...parts.slice(1).map(() => separator), ""], ...parts);

// As identifiers and not as text that is read: "a.b" and "a as b" may be names of columns.
const name = (text: string) => IdentifierNode.create(text);
const column = (text: string) => sql`${name(text)} as ${name(text)}`;

const compiled = (database: ErpDatabase, most: number, columns: RawNode, relation: string, where = sql``): string => {
  const [before, after] = database.stopsBy === "top" ? [`top(${most}) `, ""] : ["", ` limit ${most}`];
  const from = joined(".", relation.split(".").map(name));
  const query = sql`select ${sql([before])}${columns} from ${from} as ${name("erp")}${where}${sql([after])}`;
  return database.compiler().compileQuery(query, createQueryId()).sql;
};

/** The SQL of a look-up; its one parameter is the key. Written once, when the function loads. */
export const lookupSql = (database: ErpDatabase, { relation, key, columns }: View): string => {
  const all = joined(", ", [...new Set([key, ...columns])].map(column));
  return compiled(database, mostRows, all, relation, sql` where ${name(key)} = ${ValueNode.create("")}`);
};

/** The SQL that shows which columns a view has, with one of its rows; it has no parameter. */
export const sampleSql = (database: ErpDatabase, relation: string): string => compiled(database, 1, sql`*`, relation);
