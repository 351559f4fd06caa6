import {
  type ErpDatabase,
  type ErpRow,
  type ErpSession,
  longestLookupMs,
} from "#lib/erp/database.ts";
import {
  ErpColumnValue,
  ErpQuantity,
  type ErpView,
  keyTextOf,
  lookupSql,
  sampleSql,
} from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import { quantile } from "../cli/output.ts";

/** What is known of one view after the check: `lines` say what is there; `problems` would make its look-ups fail, `notes` would not. */
export type ViewCheck = {
  readonly lines: string[];
  readonly problems: string[];
  readonly notes: string[];
  /** Whether the view cannot be read, or lacks a column. */
  isMissing?: boolean;
  /** The key of the first row that fits. */
  key?: string | undefined;
  /** Milliseconds of the first look-up. */
  firstMs?: number;
};

/** Which view, its column of the quantity, and what its keys look like. */
export type CheckedView = {
  readonly view: ErpView;
  readonly quantity: string;
  readonly format: Site["formats"]["boxNo"];
};

const timedLookups = 21;
/** How many rows of a view are read. */
const sampledRows = 100;

const faultsOf = (row: ErpRow, { view, quantity, format }: CheckedView, site: Site): string[] => {
  const { decimals } = site.formats.quantity;
  const key = keyTextOf(row[view.key]);
  const fits = (column: string) => {
    if (column === view.key) return key !== undefined;
    return (column === quantity ? ErpQuantity(decimals) : ErpColumnValue).safeParse(row[column])
      .success;
  };
  const wrong = [view.key, ...view.columns]
    .filter((column) => !fits(column))
    .map(
      (column) => `${view.relation}.${column} holds ${JSON.stringify(row[column]) ?? "nothing"}.`,
    );
  if (key !== undefined && !format.pattern.test(key))
    wrong.push(`The key "${key}" ${format.accepts}, says the site: scanners cannot send it.`);
  return wrong;
};

/** Looks a key that is there up again and again, as the service does. */
const timeLookups = async (
  found: ViewCheck,
  key: string,
  ask: () => Promise<readonly ErpRow[]>,
  { key: keyColumn, relation }: ErpView,
) => {
  const times: number[] = [];
  let rows: readonly ErpRow[] = [];
  while (times.length < timedLookups && (times[0] ?? 0) < longestLookupMs) {
    const start = performance.now();
    rows = await ask();
    times.push(performance.now() - start);
  }
  const [firstMs = 0] = times;
  const p50 = quantile(times);
  found.firstMs = firstMs;
  found.lines.push(
    `  a look-up takes ${firstMs.toFixed(1)} ms at first, then ${p50.toFixed(1)} ms`,
  );
  const exact = rows.filter((row) => keyTextOf(row[keyColumn]) === key).length;
  if (exact === 0) found.problems.push(`A look-up of "${key}" in ${relation} does not find it.`);
  if (exact > 1)
    found.notes.push(`${relation} has several rows for "${key}"; the service takes any of them.`);
  if (p50 > longestLookupMs)
    found.problems.push(
      `A look-up in ${relation} takes ${p50.toFixed(0)} ms, longer than the ${longestLookupMs} ms that the service waits: is there an index on its key?`,
    );
};

/** Reads one view as the service would. */
export const checkView = async (
  database: ErpDatabase,
  session: ErpSession,
  asked: CheckedView,
  site: Site,
): Promise<ViewCheck> => {
  const { view } = asked;
  const { relation } = view;
  const found: ViewCheck = { lines: ["", relation], problems: [], notes: [] };
  const { lines, problems, notes } = found;
  const { dialect } = site.erp;
  // Only PostgreSQL distinguishes names by the case of their letters.
  const folded = (name: string) => (dialect === "postgresql" ? name : name.toLowerCase());
  try {
    const { columns, rows } = await session.ask(sampleSql(database, relation, sampledRows), []);
    lines.push(`  columns: ${columns.join(", ")}`);
    const named = [view.key, ...view.columns].map((name) => {
      const own = columns.find((column) => folded(column) === folded(name));
      if (own === undefined)
        problems.push(`${relation} has no column "${name}" (the case of letters may count).`);
      return [name, own ?? name] as const;
    });
    found.isMissing = problems.length > 0;
    if (found.isMissing) return found;
    if (rows.length === 0)
      problems.push(`${relation} has no row: nothing that is scanned would be known.`);
    const judged = rows.map((read) => {
      const row: ErpRow = Object.fromEntries(named.map(([name, own]) => [name, read[own]]));
      return { row, faults: faultsOf(row, asked, site) };
    });
    const fitting = judged.filter(({ faults }) => faults.length === 0);
    const example = judged.find(({ faults }) => faults.length > 0)?.faults.join(" ");
    lines.push(`  ${fitting.length} of ${rows.length} rows read fit the site`);
    if (example)
      (fitting.length > 0 ? notes : problems).push(
        `Rows of ${relation} do not fit, and a scan of them would be refused. One: ${example}`,
      );
    const row = fitting[0]?.row;
    const key = keyTextOf(row?.[view.key]);
    if (key === undefined) return found;
    lines.push(`  one row: ${JSON.stringify(row)}`);
    found.key = key;
    const sql = lookupSql(database, view);
    const ask = async () => (await session.ask(sql, [key])).rows;
    await timeLookups(found, key, ask, view);
  } catch (error) {
    found.isMissing = true;
    problems.push(
      `${relation} cannot be read: ${(error as Error).message}. Names are taken exactly as they are written, and the user needs SELECT on the view.`,
    );
  }
  return found;
};
