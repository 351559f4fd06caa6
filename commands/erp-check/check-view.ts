import { fitsFormat } from "#labels/fits-format.ts";
import type { ErpReader } from "#lib/domain/erp.ts";
import { type Deadline, deadlineWithin } from "#lib/domain/operation.ts";
import {
  type ErpDatabase,
  type ErpRow,
  type ErpSession,
  longestLookupMs,
} from "#lib/erp/database.ts";
import { erpReaderOf, lookUpKey } from "#lib/erp/view-reader.ts";
import { ErpColumnValue, ErpQuantity, type ErpView, keyTextOf, sampleSql } from "#lib/erp/views.ts";
import { Refusal } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import { quantile } from "../cli/output.ts";

/** The result of checking a view. `lines` describe the view, `problems` would make look-ups fail, `notes` would not. */
export type ViewCheck = {
  readonly lines: string[];
  readonly problems: string[];
  readonly notes: string[];
  /** Whether the view cannot be read, or lacks a column. */
  isMissing?: boolean;
  /** The key of the first valid row. */
  key?: string | undefined;
  /** Milliseconds of the first look-up. */
  firstMs?: number;
};

/** A view to check, its quantity column, the format of its keys, and how the service looks a key up. */
export type CheckedView = {
  readonly view: ErpView;
  readonly quantity: string;
  readonly format: Site["formats"]["boxNo"];
  readonly look: (reader: ErpReader, key: string, deadline: Deadline) => Promise<unknown>;
};

/** Milliseconds that the service's own look-up may take here: its time is measured separately. */
const patientMs = 10_000;
const timedLookups = 21;
/** The number of rows that are read from a view. */
const sampledRows = 100;

const faultsOf = (row: ErpRow, { view, quantity, format }: CheckedView, site: Site): string[] => {
  const { decimals } = site.formats.quantity;
  const key = keyTextOf(row[view.key]);
  const fits = (column: string) => {
    if (column === view.key) return key !== undefined;
    const schema = column === quantity ? ErpQuantity(decimals) : ErpColumnValue;
    return schema.safeParse(row[column]).success;
  };
  const faults = [view.key, ...view.columns]
    .filter((column) => !fits(column))
    .map(
      (column) =>
        `${view.relation}.${column} has the value ${JSON.stringify(row[column]) ?? "none"}.`,
    );
  if (key !== undefined && !fitsFormat(format, key))
    faults.push(
      `The key "${key}" does not fit the site ("${format.accepts}"), so scanners cannot send it.`,
    );
  return faults;
};

/** Looks up an existing key several times, like the service, and measures the duration. */
const timeLookups = async (
  check: ViewCheck,
  key: string,
  lookUp: () => Promise<readonly ErpRow[]>,
  relation: string,
  lookups: number,
) => {
  const times: number[] = [];
  let rows: readonly ErpRow[] = [];
  while (times.length < lookups && (times[0] ?? 0) < longestLookupMs) {
    const start = performance.now();
    rows = await lookUp();
    times.push(performance.now() - start);
  }
  const [firstMs = 0] = times;
  const medianMs = quantile(times);
  check.firstMs = firstMs;
  check.lines.push(
    `  a look-up takes ${firstMs.toFixed(1)} ms at first, then ${medianMs.toFixed(1)} ms`,
  );
  if (rows.length === 0)
    check.problems.push(`A look-up of "${key}" in ${relation} does not find it.`);
  if (medianMs > longestLookupMs)
    check.problems.push(
      `A look-up in ${relation} takes ${medianMs.toFixed(0)} ms, longer than the ${longestLookupMs} ms that the service waits. Does its key have an index?`,
    );
};

/** Reads a view like the service. */
export const checkView = async (
  database: ErpDatabase,
  session: ErpSession,
  checkedView: CheckedView,
  site: Site,
  lookups = timedLookups,
): Promise<ViewCheck> => {
  const { view, look } = checkedView;
  const { relation } = view;
  const check: ViewCheck = { lines: ["", relation], problems: [], notes: [] };
  const { lines, problems, notes } = check;
  const { dialect } = site.erp;
  // Only PostgreSQL has case-sensitive names.
  const foldCase = (name: string) => (dialect === "postgresql" ? name : name.toLowerCase());
  try {
    const { columns, rows } = await session.ask(sampleSql(database, relation, sampledRows), []);
    lines.push(`  columns: ${columns.join(", ")}`);
    const actualNames = [view.key, ...view.columns].map((name) => {
      const actualName = columns.find((column) => foldCase(column) === foldCase(name));
      if (actualName === undefined)
        problems.push(`${relation} has no column "${name}" (names may be case-sensitive).`);
      return [name, actualName ?? name] as const;
    });
    check.isMissing = problems.length > 0;
    if (check.isMissing) return check;
    if (rows.length === 0)
      problems.push(`${relation} has no row, so the ERP knows no code that is scanned.`);
    const judged = rows.map((actualRow) => {
      const cells = actualNames.map(([name, actualName]) => [name, actualRow[actualName]]);
      const row: ErpRow = Object.fromEntries(cells);
      return { row, faults: faultsOf(row, checkedView, site) };
    });
    const fitting = judged.filter(({ faults }) => faults.length === 0);
    const example = judged.find(({ faults }) => faults.length > 0)?.faults.join(" ");
    lines.push(`  ${fitting.length} of ${rows.length} rows read fit the site`);
    if (example) {
      const list = fitting.length > 0 ? notes : problems;
      list.push(
        `Rows of ${relation} do not fit, so their scans would be refused. For example: ${example}`,
      );
    }
    // A key that comes more than once may be refused.
    const keys = fitting.map(({ row }) => keyTextOf(row[view.key]));
    const single = keys.findIndex((key) => keys.indexOf(key) === keys.lastIndexOf(key));
    const row = fitting[Math.max(0, single)]?.row;
    const key = keyTextOf(row?.[view.key]);
    if (key === undefined) return check;
    lines.push(`  one row: ${JSON.stringify(row)}`);
    check.key = key;
    const lookUp = async () => (await lookUpKey(session.ask, database, view, key)).exact;
    await timeLookups(check, key, lookUp, relation, lookups);
    const opened = { ...database, open: async () => session };
    const reader = erpReaderOf(opened, site, () => {}, { lookupLimitMs: patientMs });
    await look(reader, key, deadlineWithin(patientMs)).catch((error) => {
      if (!(error instanceof Refusal) || error.condition !== "erpRowInvalid") throw error;
      problems.push(`Scans of "${key}" would be refused, because of ${error.detail.column}.`);
    });
  } catch (error) {
    check.isMissing = true;
    problems.push(
      `${relation} cannot be read: ${(error as Error).message}. Names must be written exactly as in the database. On a server, the user needs SELECT on the view.`,
    );
  }
  return check;
};
