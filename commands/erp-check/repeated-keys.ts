import { LookupFailure } from "#lib/erp/database.ts";
import { keyTextOf, repeatedKeysSql } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import type { CheckedView, ViewCheck } from "./check-view.ts";
import { connectErp } from "./connect-erp.ts";

/** Milliseconds that counting the keys of one view may take. */
const countLimitMs = 10_000;

const mostCounted = 1_000;

/**
 * Counts the keys that come more than once, on a connection of its own that allows a longer statement.
 * @throws Error if the ERP cannot be reached, or refuses the statement
 */
export const checkRepeatedKeys = async (
  { lines, notes }: ViewCheck,
  { view }: CheckedView,
  {
    site,
    file,
    limitMs = countLimitMs,
  }: {
    readonly site: Site;
    readonly file: string | undefined;
    readonly limitMs?: number;
  },
): Promise<void> => {
  const { relation, key } = view;
  using connection = await connectErp(site, file, { statementTimeout: limitMs });
  const { database, session } = connection;
  // SQLite does not end a statement by itself: the command ends after it.
  const timeout = AbortSignal.timeout(limitMs);
  timeout.addEventListener("abort", session.close);
  try {
    const sql = repeatedKeysSql(database, view, mostCounted + 1);
    const { rows } = await session.ask(sql, []);
    const [first] = rows;
    if (!first) return void lines.push("  no key comes more than once");
    const count = rows.length > mostCounted ? `more than ${mostCounted}` : rows.length;
    notes.push(
      `${relation} has keys with several rows: ${count}, for example "${keyTextOf(first[key])}" with ${first.rows}. The service refuses such a key, unless the columns that it reads are alike in all its rows.`,
    );
  } catch (error) {
    const isLate = error instanceof LookupFailure && error.kind === "late";
    if (!isLate && !timeout.aborted) throw error;
    notes.push(
      `The check gave up counting the keys of ${relation} after ${limitMs / 1_000} s, so a key may have several rows.`,
    );
  } finally {
    timeout.removeEventListener("abort", session.close);
  }
};
