import type * as z from "zod/mini";
import type { Erp, ErpBox, ErpZongpai } from "../domain/erp.ts";
import type { Deadline } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { type LogFields, logEvent } from "../log.ts";
import type { Meter } from "../metrics.ts";
import type { Site } from "../site/schema.ts";
import { BreakerOpen, breaker } from "./breaker.ts";
import { type ErpDatabase, LookupFailure, type Row } from "./database.ts";
import { Amount, Column, keyText } from "./erp-row.ts";
import { oneConnection } from "./one-connection.ts";

/** The part of a site that names the ERP's views and their columns. */
export type ViewSettings = {
  readonly formats: { readonly quantity: Pick<Site["formats"]["quantity"], "decimals"> };
  readonly erp: Pick<Site["erp"], "lookupTimeout" | "boxes" | "zongpais">;
};

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

const relationOf = (relation: string, database: ErpDatabase) => {
  const names = relation.split(".").map((name) => quoted(name, database));
  return `${names.join(".")} as ${quoted("erp", database)}`;
};

const select = (what: string, most: number, { stopsBy }: ErpDatabase) =>
  stopsBy === "top" ? `select top(${most}) ${what}` : `select ${what} limit ${most}`;

/** The SQL of a look-up; its one parameter is the key. Written once, when the function loads. */
export const lookupSql = (database: ErpDatabase, { relation, key, columns }: View): string => {
  const name = (column: string) => quoted(column, database);
  const all = [...new Set([key, ...columns])].map((column) => `${name(column)} as ${name(column)}`);
  const from = `from ${relationOf(relation, database)} where ${name(key)} = ${database.parameter}`;
  return select(`${all.join(", ")} ${from}`, mostRows, database);
};

/** The SQL that shows which columns a view has, with so many of its rows at most; it has no parameter. */
export const sampleSql = (database: ErpDatabase, relation: string, most: number): string =>
  select(`* from ${relationOf(relation, database)}`, most, database);

const unavailable = (fields: LogFields) => {
  logEvent("erpLookupFailed", fields);
  return new Refusal("erpUnavailable", {});
};

/** The refusal for a look-up that failed; while the breaker is open it says when to come back. */
const refusalOf = (error: unknown, count: Meter["count"]): Refusal => {
  if (error instanceof BreakerOpen) {
    // Counted for each request, so that the alarm stays on as long as requests need the ERP.
    count("ErpBreakerOpen");
    return new Refusal("erpUnavailable", {}, error.seconds);
  }
  return unavailable({ ...(error instanceof LookupFailure ? { reason: error.kind } : {}), error });
};

const reportState = (state: "open" | "closed", count: Meter["count"]): void => {
  if (state === "open") count("ErpBreakerOpen");
  logEvent(state === "open" ? "erpGivenUp" : "erpBack", {});
};

/** The two views that a site names, with the columns that are read. */
export const viewsOf = ({
  boxes,
  zongpais,
}: ViewSettings["erp"]): { readonly boxes: View; readonly zongpais: View } => ({
  boxes: {
    relation: boxes.relation,
    key: boxes.boxNo,
    columns: [boxes.quantity, ...boxes.columns.map(({ column }) => column)],
  },
  zongpais: { relation: zongpais.relation, key: zongpais.zongpai, columns: [zongpais.quantity] },
});

/** The read adapter for any of the databases: one connection, behind a breaker, and a schema for every row. */
export const readerOn = (
  database: ErpDatabase,
  { formats, erp }: ViewSettings,
  count: Meter["count"],
): Erp => {
  const { boxes, zongpais, lookupTimeout } = erp;
  const quantity = Amount(formats.quantity.decimals);
  const ask = oneConnection({ open: database.open });
  const guarded = breaker({ onState: (state) => reportState(state, count) });

  /** Finds the row with exactly this key: a database may also find "po4" for "PO4", and we would record it as other goods. */
  const lookup = (view: View) => {
    const sql = lookupSql(database, view);
    return async (key: string, deadline: Deadline): Promise<Row | undefined> => {
      const limit = Math.max(1, Math.min(lookupTimeout, deadline.left()));
      try {
        const { rows } = await guarded(() => ask(sql, [key], limit));
        return rows.find((row) => keyText(row[view.key]) === key);
      } catch (error) {
        throw refusalOf(error, count);
      }
    };
  };

  /** A row that does not fit is the ERP's fault, never the client's. */
  const parsed = <Type>(schema: z.ZodMiniType<Type>, value: unknown, what: string): Type => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    throw unavailable({ reason: `${what} is not what the site says of it` });
  };

  const views = viewsOf(erp);
  const findBox = lookup(views.boxes);
  const findZongpai = lookup(views.zongpais);
  const amount = (row: Row, { relation, quantity: column }: typeof boxes | typeof zongpais) =>
    parsed(quantity, row[column], `${relation}.${column}`);

  return {
    box: async (box_no, deadline): Promise<ErpBox | undefined> => {
      const row = await findBox(box_no, deadline);
      if (!row) return undefined;
      const columns = boxes.columns.map(({ column, name }) => [
        name,
        parsed(Column, row[column], `${boxes.relation}.${column}`),
      ]);
      return { box_no, quantity: amount(row, boxes), columns: Object.fromEntries(columns) };
    },
    zongpai: async (zongpai, deadline): Promise<ErpZongpai | undefined> => {
      const row = await findZongpai(zongpai, deadline);
      return row && { zongpai, ordered: amount(row, zongpais) };
    },
  };
};
