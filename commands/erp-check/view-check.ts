import type { ErpDatabase, Row, Session } from "#lib/erp/database.ts";
import { Amount, Column, keyText } from "#lib/erp/erp-row.ts";
import { lookupSql, sampleSql, type View } from "#lib/erp/lookup.ts";
import type { Site } from "#lib/site/schema.ts";
import { viewAdvice } from "./advice.ts";

/** What is known of one view after the check; `problems` would make its look-ups fail, `notes` would not. */
export type ViewCheck = {
  readonly columns: readonly { readonly named: string; readonly found: boolean }[];
  readonly others: readonly string[];
  readonly row?: Row;
  /** Milliseconds of the first look-up, and of the one in the middle of those that followed. */
  readonly firstMs?: number;
  readonly p50?: number;
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

const missing = (column: string, { relation }: View, found: readonly string[]): string => {
  const alike = found.find((name) => name.toLowerCase() === column.toLowerCase());
  const hint = alike === undefined ? `It has: ${found.join(", ")}.` : `It has "${alike}": the case of letters counts, so write it so.`;
  return `${relation} has no column "${column}". ${hint}`;
};

/** What a view itself calls a column that the site names: only PostgreSQL tells names apart by the case of their letters. */
const ownName =
  (found: readonly string[], { erp }: Site) =>
  (name: string): string | undefined =>
    found.find((own) => own === name) ??
    (erp.dialect === "postgresql" ? undefined : found.find((own) => own.toLowerCase() === name.toLowerCase()));

const rowProblems = (row: Row, { view, at, quantity, format }: Asked, site: Site): string[] => {
  const key = keyText(row[view.key]);
  const shown = view.columns.filter((column) => column !== quantity && !Column.safeParse(row[column]).success);
  const amount = Amount(site.formats.quantity.decimals).safeParse(row[quantity]);
  const example = JSON.stringify(row[quantity]) ?? "nothing";
  return [
    ...(key === undefined ? [`${view.relation}.${view.key} holds neither text nor numbers, so no key is found in it.`] : []),
    ...(amount.success
      ? []
      : [
          `${view.relation}.${quantity} holds ${example}: it must be a number of at least 0 with at most ${site.formats.quantity.decimals} decimals.`,
        ]),
    ...shown.map(
      (column) => `${view.relation}.${column} holds what is neither text, a number, yes or no, nor NULL: leave it out of ${at}.`,
    ),
    ...(key === undefined || format.pattern.test(key)
      ? []
      : [`The key "${key}" of ${view.relation} ${format.accepts}, says the site: scanners cannot send it.`]),
  ];
};

const timed = async <Given>(ask: () => Promise<Given>): Promise<[Given, number]> => {
  const start = performance.now();
  return [await ask(), performance.now() - start];
};

/** Looks a key that is there up again and again, as the service does. */
const timeLookups = async (database: ErpDatabase, session: Session, { view }: Asked, key: string, limit: number) => {
  const sql = lookupSql(database, view);
  const [{ rows }, firstMs] = await timed(() => session.ask(sql, [key]));
  const times: number[] = [];
  while (times.length < lookups && firstMs < limit) times.push((await timed(() => session.ask(sql, [key])))[1]);
  const p50 = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? firstMs;
  const exact = rows.filter((row) => keyText(row[view.key]) === key).length;
  const problems = [
    ...(exact === 0 ? [`${view.relation} has the key "${key}", but a look-up does not find it.`] : []),
    ...(p50 > limit
      ? [`A look-up in ${view.relation} takes ${p50.toFixed(0)} ms, and erp.lookupTimeout is ${limit}: is there an index on its key?`]
      : []),
  ];
  const notes = exact > 1 ? [`${view.relation} has several rows for "${key}"; the service takes any of them.`] : [];
  return { firstMs, p50, problems, notes };
};

/** Reads one view as the service would. */
export const checkView = async (database: ErpDatabase, session: Session, asked: Asked, site: Site): Promise<ViewCheck> => {
  const { view } = asked;
  const named = [view.key, ...view.columns];
  const none = { columns: [], others: [], notes: [] };
  try {
    const { columns: found, rows } = await session.ask(sampleSql(database, view.relation), []);
    const own = ownName(found, site);
    const columns = named.map((name) => ({ named: name, found: own(name) !== undefined }));
    const used = new Set(named.map(own));
    const seen = { columns, others: found.filter((name) => !used.has(name)) };
    const lacking = columns.filter(({ found }) => !found).map(({ named }) => missing(named, view, found));
    if (lacking.length > 0) return { ...seen, problems: lacking, notes: [] };
    const [first] = rows;
    if (!first) return { ...seen, problems: [`${view.relation} has no row: nothing that is scanned would be known.`], notes: [] };
    const row: Row = Object.fromEntries(named.map((name) => [name, first[own(name) ?? name]]));
    const wrong = rowProblems(row, asked, site);
    const key = keyText(row[view.key]);
    if (key === undefined) return { ...seen, row, problems: wrong, notes: [] };
    const { problems, ...lookup } = await timeLookups(database, session, asked, key, site.erp.lookupTimeout);
    return { ...seen, row, ...lookup, problems: [...wrong, ...problems] };
  } catch (error) {
    return { ...none, problems: [viewAdvice(error, view.relation, site.erp)] };
  }
};
