import type { ErpDatabase, Row, Session } from "#lib/erp/database.ts";
import { Amount, Column, keyText, lookupSql, sampleSql, type View } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import { quantile } from "../cli/output.ts";
import { viewAdvice } from "./advice.ts";

/** What is known of one view after the check: `lines` say what is there; `problems` would make its look-ups fail, `notes` would not. */
export type ViewCheck = {
  readonly lines: readonly string[];
  /** One that fits, if one of those that were read does. */
  readonly row?: Row;
  /** Milliseconds of the first look-up. */
  readonly firstMs?: number;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
};

/** Which view, where the profile names it, and what its keys look like. */
export type Asked = {
  readonly view: View;
  readonly at: "erp.boxes" | "erp.zongpais";
  readonly quantity: string;
  readonly format: Site["formats"]["boxNo"];
};

const lookups = 21;
/** How many rows of a view are read. */
const sampled = 100;

const missing = (column: string, { relation }: View, found: readonly string[]): string => {
  const alike = found.find((name) => name.toLowerCase() === column.toLowerCase());
  const hint =
    alike === undefined
      ? `It has: ${found.join(", ")}.`
      : `It has "${alike}": the case of letters counts, so write it so.`;
  return `${relation} has no column "${column}". ${hint}`;
};

/** What a view itself calls a column that the site names: only PostgreSQL distinguishes names by the case of their letters. */
const ownName =
  (found: readonly string[], { erp }: Site) =>
  (name: string): string | undefined =>
    found.find((own) => own === name) ??
    (erp.dialect === "postgresql"
      ? undefined
      : found.find((own) => own.toLowerCase() === name.toLowerCase()));

const rowProblems = (row: Row, { view, at, quantity, format }: Asked, site: Site): string[] => {
  const { relation } = view;
  const { decimals } = site.formats.quantity;
  const problems: string[] = [];
  const key = keyText(row[view.key]);
  const held = (column: string) =>
    `${relation}.${column} holds ${JSON.stringify(row[column]) ?? "nothing"}`;
  if (key === undefined)
    problems.push(`${held(view.key)}, neither text nor a number: no key is found there.`);
  if (!Amount(decimals).safeParse(row[quantity]).success)
    problems.push(
      `${held(quantity)}: it must be a number of at least 0 with at most ${decimals} decimals.`,
    );
  for (const column of view.columns)
    if (column !== quantity && !Column.safeParse(row[column]).success)
      problems.push(
        `${relation}.${column} holds what is neither text, a number, yes or no, nor NULL: leave it out of ${at}.`,
      );
  if (key !== undefined && !format.pattern.test(key))
    problems.push(
      `The key "${key}" of ${relation} ${format.accepts}, says the site: scanners cannot send it.`,
    );
  return problems;
};

/** Looks a key that is there up again and again, as the service does. */
const timeLookups = async (
  database: ErpDatabase,
  session: Session,
  { view }: Asked,
  key: string,
  limit: number,
) => {
  const sql = lookupSql(database, view);
  let exact = 0;
  const times: number[] = [];
  while (times.length < lookups && (times[0] ?? 0) < limit) {
    const start = performance.now();
    const { rows } = await session.ask(sql, [key]);
    times.push(performance.now() - start);
    exact = rows.filter((row) => keyText(row[view.key]) === key).length;
  }
  const [firstMs = 0] = times;
  const p50 = quantile(times);
  const { relation } = view;
  const problems: string[] = [];
  if (exact === 0)
    problems.push(`${relation} has the key "${key}", but a look-up does not find it.`);
  if (p50 > limit)
    problems.push(
      `A look-up in ${relation} takes ${p50.toFixed(0)} ms, and erp.lookupTimeout is ${limit}: is there an index on its key?`,
    );
  const several = `${relation} has several rows for "${key}"; the service takes any of them.`;
  const line = `  a look-up takes ${firstMs.toFixed(1)} ms at first, then ${p50.toFixed(1)} ms`;
  return { firstMs, problems, notes: exact > 1 ? [several] : [], line };
};

/** Reads one view as the service would. */
export const checkView = async (
  database: ErpDatabase,
  session: Session,
  asked: Asked,
  site: Site,
): Promise<ViewCheck> => {
  const { view } = asked;
  const named = [view.key, ...view.columns];
  const lines = ["", view.relation];
  const sample = (most: number) => session.ask(sampleSql(database, view.relation, most), []);
  const notes: string[] = [];
  try {
    // A view may be too slow for many rows, and quick enough for the service.
    const { columns: found, rows } = await sample(sampled).catch(() => sample(1));
    const own = ownName(found, site);
    const width = Math.max(...named.map((name) => name.length));
    lines.push(
      ...named.map(
        (name) => `  ${name.padEnd(width)}  ${own(name) === undefined ? "MISSING" : "found"}`,
      ),
    );
    const used = new Set(named.map(own));
    const others = found.filter((name) => !used.has(name));
    if (others.length > 0) lines.push(`  not used: ${others.join(", ")}`);
    const lacking = named
      .filter((name) => own(name) === undefined)
      .map((name) => missing(name, view, found));
    if (lacking.length > 0) return { lines, problems: lacking, notes };
    const judged = rows.map((read) => {
      const row: Row = Object.fromEntries(named.map((name) => [name, read[own(name) ?? name]]));
      return { row, wrong: rowProblems(row, asked, site) };
    });
    const fitting = judged.filter(({ wrong }) => wrong.length === 0);
    const row = (fitting[0] ?? judged[0])?.row;
    if (!row)
      return {
        lines,
        problems: [`${view.relation} has no row: nothing that is scanned would be known.`],
        notes,
      };
    lines.push(
      `  one row: ${named.map((name) => `${name} ${JSON.stringify(row[name] ?? null)}`).join(", ")}`,
    );
    lines.push(`  ${fitting.length} of ${rows.length} rows read fit the site`);
    const example = judged.find(({ wrong }) => wrong.length > 0)?.wrong.join(" ");
    if (fitting.length > 0 && example)
      notes.push(
        `${rows.length - fitting.length} of ${rows.length} rows read of ${view.relation} do not fit, and a scan of them would be refused. One: ${example}`,
      );
    const wrong = fitting.length === 0 && example ? [example] : [];
    const key = keyText(row[view.key]);
    if (key === undefined) return { lines, row, problems: wrong, notes };
    const { line, ...timed } = await timeLookups(
      database,
      session,
      asked,
      key,
      site.erp.lookupTimeout,
    );
    return {
      ...timed,
      lines: [...lines, line],
      row,
      problems: [...wrong, ...timed.problems],
      notes: [...notes, ...timed.notes],
    };
  } catch (error) {
    return { lines, problems: [viewAdvice(error, view.relation, site.erp)], notes };
  }
};
