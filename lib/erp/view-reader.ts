import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import { type Clock, systemClock } from "../clock.ts";
import type { ErpDayPage, ErpDayRequest, ErpReader } from "../domain/erp.ts";
import type { Deadline } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { logEvent } from "../log.ts";
import type { Meter } from "../metrics.ts";
import { BreakerOpen, circuitBreaker } from "./breaker.ts";
import {
  type ErpDatabase,
  type ErpRow,
  erpUnavailable,
  keptForWriteMs,
  LookupFailure,
  longestLookupMs,
  type QueryResult,
  waitWithin,
} from "./database.ts";
import { oneConnection } from "./one-connection.ts";
import {
  anyKeySql,
  comparableSql,
  dayStatement,
  ErpColumnValue,
  ErpProductName,
  ErpQuantity,
  type ErpView,
  keyTextOf,
  lookupParameters,
  lookupSql,
  mostRowsPerKey,
  positionColumn,
  rowsOfDayPage,
  type ViewSettings,
  viewsOf,
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

type Boxes = ViewSettings["erp"]["boxes"];

/** The quantity that all rows of a box have; `undefined` if one does not fit, or if they differ. */
const quantityIn = (
  rows: readonly ErpRow[],
  boxNo: string,
  { relation, quantity }: Boxes,
  Quantity: z.ZodMiniType<number>,
): number | undefined => {
  const quantities = new Set(rows.map((row) => Quantity.safeParse(row[quantity]).data));
  const [only] = quantities;
  if (quantities.size === 1 && only !== undefined) return only;
  logEvent("erpRowInvalid", { reason: `${relation}.${quantity} of ${boxNo}` });
  return undefined;
};

/** The boxes in the rows of a page. A box at its end that may have more rows comes with the next page. */
const boxesInRows = (
  rows: readonly ErpRow[],
  { size }: ErpDayRequest,
  boxes: Boxes,
  Quantity: z.ZodMiniType<number>,
): ErpDayPage => {
  const rowsOf = new Map<string, ErpRow[]>();
  for (const row of rows) {
    const boxNo = keyTextOf(row[boxes.boxNo]);
    if (boxNo !== undefined) rowsOf.set(boxNo, [...(rowsOf.get(boxNo) ?? []), row]);
  }
  const groups = [...rowsOf];
  const isCutOff = rows.length >= rowsOfDayPage(size);
  // A view that repeats a box for a whole page: what the page has must do.
  const shown = isCutOff && groups.length > 1 ? groups.slice(0, -1) : groups;
  const last = shown.at(-1)?.[1].at(-1);
  return {
    boxes: shown.map(([box_no, rowsOfBox]) => ({
      box_no,
      quantity: quantityIn(rowsOfBox, box_no, boxes, Quantity),
    })),
    next: isCutOff && last ? String(last[positionColumn]) : undefined,
  };
};

type ReaderLimits = { readonly clock?: Clock; readonly lookupLimitMs?: number | undefined };

/** The ERP on any of the databases: one connection behind a breaker, and a schema for every row. */
export const erpReaderOf = (
  database: ErpDatabase,
  { formats, erp }: ViewSettings,
  count: Meter["count"],
  { clock = systemClock, lookupLimitMs = longestLookupMs }: ReaderLimits = {},
): ErpReader => {
  const { boxes, zongpais } = erp;
  const Quantity = ErpQuantity(formats.quantity.decimals);
  const breaker = circuitBreaker((state) => {
    if (state === "open") count("ErpBreakerOpen");
    logEvent(state === "open" ? "erpGivenUp" : "erpBack", {});
  }, clock);
  // Look-ups that did not wait until it was open count as failures of an ERP that is well.
  const ask = oneConnection({ open: database.open, clock, onLateOpening: breaker.close });

  const inTime = async <Answer>(deadline: Deadline, run: (askInTime: Ask) => Promise<Answer>) => {
    const until = clock.steady() + waitWithin(deadline.left(), lookupLimitMs, keptForWriteMs);
    const askInTime = (sql: string, parameters: readonly unknown[]) =>
      breaker.guard(() =>
        ask(sql, parameters, { limit: lookupLimitMs, wait: until - clock.steady() }),
      );
    try {
      return await run(askInTime);
    } catch (error) {
      if (!(error instanceof BreakerOpen))
        throw erpUnavailable({
          reason: error instanceof LookupFailure ? error.kind : undefined,
          error,
        });
      // Counted for each request, so that the alarm stays on.
      count("ErpBreakerOpen");
      throw new Refusal("erpUnavailable", {}, error.seconds);
    }
  };

  /** What does not fit is refused until it is corrected in the ERP. */
  const refuse = ({ relation }: ErpView, column: string, reference: string): never => {
    const detail = { reference, column: `${relation}.${column}` };
    logEvent("erpRowInvalid", { reason: `${detail.column} of ${reference}` });
    throw new Refusal("erpRowInvalid", detail);
  };

  const parseColumn = <Type>(
    schema: z.ZodMiniType<Type>,
    row: ErpRow,
    view: ErpView,
    column: string,
  ): Type => {
    const result = schema.safeParse(row[column]);
    return result.success ? result.data : refuse(view, column, String(keyTextOf(row[view.key])));
  };

  /** Finds what the row with exactly this key says. Rows that say the same count as one. */
  const find = async <Found>(
    view: ErpView,
    key: string,
    deadline: Deadline,
    parse: (row: ErpRow) => Found,
  ): Promise<Found | undefined> => {
    const { exact, isCutOff } = await inTime(deadline, (askInTime) =>
      lookUpKey(askInTime, database, view, key),
    );
    if (isCutOff) refuse(view, `${view.key} (${mostRowsPerKey} rows or more)`, key);
    const [found, ...others] = exact.map(parse);
    if (others.some((other) => !isDeepStrictEqual(other, found)))
      refuse(view, `${view.key} (${exact.length} unlike rows)`, key);
    return found;
  };

  const views = viewsOf(erp);
  return {
    box: (box_no, deadline) =>
      find(views.boxes, box_no, deadline, (row) => {
        const columns = boxes.columns.map(({ column, name }) => [
          name,
          parseColumn(ErpColumnValue, row, views.boxes, column),
        ]);
        const quantity = parseColumn(Quantity, row, views.boxes, boxes.quantity);
        return { box_no, quantity, columns: Object.fromEntries(columns) };
      }),
    zongpai: (zongpai, deadline) =>
      find(views.zongpais, zongpai, deadline, (row) => {
        const ordered = parseColumn(Quantity, row, views.zongpais, zongpais.quantity);
        if (!erp.product) return { zongpai, ordered };
        const product = parseColumn(ErpProductName, row, views.zongpais, erp.product);
        return { zongpai, ordered, product };
      }),
    boxesOfDay: async (request, deadline) => {
      if (!boxes.day) return { boxes: [] };
      const { sql, parameters } = dayStatement(database, erp, boxes.day, request);
      const { rows } = await inTime(deadline, (askInTime) => askInTime(sql, parameters));
      return boxesInRows(rows, request, boxes, Quantity);
    },
  };
};
