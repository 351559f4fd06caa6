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
  ErpQuantity,
  type ErpView,
  keyTextOf,
  lookupSql,
  type ViewSettings,
  viewsOf,
} from "./views.ts";

type ReaderLimits = { readonly clock?: Clock; readonly lookupLimitMs?: number | undefined };

/** The ERP on any of the databases: one connection behind a breaker, and a schema for every row. `longest`: milliseconds of a look-up. */
export const erpReaderOf = (
  database: ErpDatabase,
  { formats, erp }: ViewSettings,
  count: Meter["count"],
  { clock = systemClock, lookupLimitMs: longest = longestLookupMs }: ReaderLimits = {},
): ErpReader => {
  const { boxes, zongpais } = erp;
  const quantity = ErpQuantity(formats.quantity.decimals);
  const ask = oneConnection({ open: database.open, clock });
  const guarded = circuitBreaker((state) => {
    if (state === "open") count("ErpBreakerOpen");
    logEvent(state === "open" ? "erpGivenUp" : "erpBack", {});
  }, clock);

  /** Finds the row with exactly this key: a database may also find "po4" for "PO4". */
  const lookup = (view: ErpView) => {
    const sql = lookupSql(database, view);
    return async (key: string, deadline: Deadline) => {
      const limit = Math.max(1, Math.min(longest, deadline.left()));
      try {
        const { rows } = await guarded(() => ask(sql, [key], limit));
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

  /** What does not fit stays so until somebody mends it in the ERP. */
  const parsed = <Type>(
    schema: z.ZodMiniType<Type>,
    row: ErpRow,
    view: ErpView,
    name: string,
  ): Type => {
    const result = schema.safeParse(row[name]);
    if (result.success) return result.data;
    const detail = {
      reference: String(keyTextOf(row[view.key])),
      column: `${view.relation}.${name}`,
    };
    logEvent("erpRowInvalid", { reason: `${detail.column} of ${detail.reference}` });
    throw new Refusal("erpRowInvalid", detail);
  };

  const views = viewsOf(erp);
  const findBox = lookup(views.boxes);
  const findZongpai = lookup(views.zongpais);

  return {
    box: async (box_no, deadline) => {
      const row = await findBox(box_no, deadline);
      if (!row) return undefined;
      const columns = boxes.columns.map(({ column, name }) => [
        name,
        parsed(ErpColumnValue, row, views.boxes, column),
      ]);
      const amount = parsed(quantity, row, views.boxes, boxes.quantity);
      return { box_no, quantity: amount, columns: Object.fromEntries(columns) };
    },
    zongpai: async (zongpai, deadline) => {
      const row = await findZongpai(zongpai, deadline);
      return row && { zongpai, ordered: parsed(quantity, row, views.zongpais, zongpais.quantity) };
    },
  };
};
