import { type ErpDatabase, type ErpRow, LookupFailure, type QueryResult } from "./database.ts";
import {
  anyKeySql,
  comparableSql,
  type ErpView,
  keyTextOf,
  lookupParameters,
  lookupSql,
  mostRowsPerKey,
} from "./views.ts";

type Ask = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult>;

const isAboutValue = (error: unknown): error is LookupFailure =>
  error instanceof LookupFailure && error.kind === "value";

/**
 * After an error about a value: whether this key cannot be in the view, because the database cannot compare it with the key's column.
 * Otherwise a value of the view is to blame, such as text in a column that it converts to numbers: the key may be in the view.
 */
const isKeyImpossible = async (
  ask: Ask,
  database: ErpDatabase,
  view: ErpView,
  key: string,
): Promise<boolean> => {
  try {
    await ask(comparableSql(database, view), [key]);
    return false;
  } catch (error) {
    if (!isAboutValue(error)) throw error;
  }
  const { rows } = await ask(anyKeySql(database, view), []);
  const knownKey = keyTextOf(rows[0]?.[view.key]);
  if (knownKey === undefined) return false;
  await ask(lookupSql(database, view), lookupParameters(database, [knownKey]));
  return true;
};

/** The rows that a look-up found. */
export type FoundRows = {
  /** The rows with exactly this key: a database may also find "po4" for "PO4". */
  readonly exact: readonly ErpRow[];
  /** Whether there may be more rows with this key, because the database found as many as a look-up reads. */
  readonly isCutOff: boolean;
};

/**
 * Looks a key up. A key that the database cannot compare with the view's keys, such as letters with numbers, is in no row.
 * @throws what `ask` throws
 */
export const lookUpKey = async (
  ask: Ask,
  database: ErpDatabase,
  view: ErpView,
  key: string,
): Promise<FoundRows> => {
  try {
    const { rows } = await ask(lookupSql(database, view), lookupParameters(database, [key]));
    const exact = rows.filter((row) => keyTextOf(row[view.key]) === key);
    // Exact rows come first. If others follow them, all of them are there.
    const isCutOff = rows.length === mostRowsPerKey && [0, rows.length].includes(exact.length);
    return { exact, isCutOff };
  } catch (error) {
    if (!isAboutValue(error)) throw error;
    if (!(await isKeyImpossible(ask, database, view, key))) throw error;
    return { exact: [], isCutOff: false };
  }
};
