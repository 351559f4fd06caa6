import type * as z from "zod/mini";
import { type Clock, systemClock } from "../clock.ts";
import type { ErpReader } from "../domain/erp.ts";
import type { Deadline } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { logEvent } from "../log.ts";
import type { Meter } from "../metrics.ts";
import { BreakerOpen, circuitBreaker } from "./breaker.ts";
import {
  type ErpDatabase,
  type ErpRow,
  erpUnavailable,
  LookupFailure,
  longestLookupMs,
} from "./database.ts";
import { oneConnection } from "./one-connection.ts";
import {
  ErpColumnValue,
  ErpProductName,
  ErpQuantity,
  type ErpView,
  keyTextOf,
  lookupSql,
  type ViewSettings,
  viewsOf,
} from "./views.ts";

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
  const ask = oneConnection({ open: database.open, clock });
  const askIfClosed = circuitBreaker((state) => {
    if (state === "open") count("ErpBreakerOpen");
    logEvent(state === "open" ? "erpGivenUp" : "erpBack", {});
  }, clock);

  /** Finds the row with exactly this key: a database may also find "po4" for "PO4". */
  const lookupIn = (view: ErpView) => {
    const sql = lookupSql(database, view);
    return async (key: string, deadline: Deadline) => {
      const limitMs = Math.max(1, Math.min(lookupLimitMs, deadline.left()));
      try {
        const { rows } = await askIfClosed(() => ask(sql, [key], limitMs));
        return rows.find((row) => keyTextOf(row[view.key]) === key);
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
  };

  /** A value that does not fit is refused until it is corrected in the ERP. */
  const parseColumn = <Type>(
    schema: z.ZodMiniType<Type>,
    row: ErpRow,
    view: ErpView,
    column: string,
  ): Type => {
    const result = schema.safeParse(row[column]);
    if (result.success) return result.data;
    const detail = {
      reference: String(keyTextOf(row[view.key])),
      column: `${view.relation}.${column}`,
    };
    logEvent("erpRowInvalid", { reason: `${detail.column} of ${detail.reference}` });
    throw new Refusal("erpRowInvalid", detail);
  };

  const views = viewsOf(erp);
  const findBox = lookupIn(views.boxes);
  const findZongpai = lookupIn(views.zongpais);

  return {
    box: async (box_no, deadline) => {
      const row = await findBox(box_no, deadline);
      if (!row) return undefined;
      const columns = boxes.columns.map(({ column, name }) => [
        name,
        parseColumn(ErpColumnValue, row, views.boxes, column),
      ]);
      const quantity = parseColumn(Quantity, row, views.boxes, boxes.quantity);
      return { box_no, quantity, columns: Object.fromEntries(columns) };
    },
    zongpai: async (zongpai, deadline) => {
      const row = await findZongpai(zongpai, deadline);
      if (!row) return undefined;
      const ordered = parseColumn(Quantity, row, views.zongpais, zongpais.quantity);
      if (!erp.product) return { zongpai, ordered };
      const product = parseColumn(ErpProductName, row, views.zongpais, erp.product);
      return { zongpai, ordered, product };
    },
  };
};
