import { DummyDriver, Kysely, sql } from "kysely";
import type { ErpDatabase, Row } from "./database.ts";

/** One view of the ERP, under the names of the site; a dot in `relation` stands between schema and view. */
export type View = { readonly relation: string; readonly key: string; readonly columns: readonly string[] };

/** As many rows as are looked at for one key: a database that ignores case, or compares numbers, may hold others beside the right one. */
const mostRows = 5;

const queriesOf = ({ adapter, compiler }: ErpDatabase) =>
  new Kysely<Record<string, Row>>({
    dialect: {
      createAdapter: adapter,
      createDriver: () => new DummyDriver(),
      createQueryCompiler: compiler,
      createIntrospector: () => {
        throw new Error("the ERP reader looks at no schema");
      },
    },
  });

// As identifiers and not as text that Kysely reads: "a.b" and "a as b" may be names of columns.
const viewOf = (relation: string) => sql<Row>`${sql.id(...relation.split("."))}`.as("erp");

/** The SQL of a look-up; its one parameter is the key. Written once, when the function loads. */
export const lookupSql = (database: ErpDatabase, { relation, key, columns }: View): string => {
  const query = queriesOf(database)
    .selectFrom(viewOf(relation))
    .select([...new Set([key, ...columns])].map((name) => sql.id(name).as(name)))
    .where(sql.id(key), "=", "");
  return (database.stopsBy === "top" ? query.top(mostRows) : query.limit(sql.lit(mostRows))).compile().sql;
};

/** The SQL that shows which columns a view has, with one of its rows; it has no parameter. */
export const sampleSql = (database: ErpDatabase, relation: string): string => {
  const query = queriesOf(database).selectFrom(viewOf(relation)).selectAll();
  return (database.stopsBy === "top" ? query.top(1) : query.limit(sql.lit(1))).compile().sql;
};
