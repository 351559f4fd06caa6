import { type ErpDatabase, type ErpSession, longestLookupMs } from "#lib/erp/database.ts";
import { dayStatement, sampleSql } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import { quantile } from "../cli/output.ts";
import type { ViewCheck } from "./check-view.ts";

const timedPages = 11;
const sampledRows = 100;

/** The day that a value of the column begins with. */
const dayIn = (value: unknown) => /^\d{4}-\d\d-\d\d/.exec(String(value ?? ""))?.[0];

/** Reads a page of the boxes of one day like the service, and measures the duration. Faults are notes: no save needs the list. */
export const checkDay = async (
  check: ViewCheck,
  database: ErpDatabase,
  session: ErpSession,
  { erp, overview }: Site,
): Promise<void> => {
  const { day: column, relation } = erp.boxes;
  if (!column || check.isMissing) return;
  const name = `${relation}.${column}`;
  const note = (fault: string) =>
    check.notes.push(`${fault} The list of boxes would have those with a place instead.`);
  try {
    const { rows } = await session.ask(sampleSql(database, relation, sampledRows), []);
    const filled = rows.map((row) => row[column]).filter((value) => value !== null);
    const day = filled.map(dayIn).find((found) => found !== undefined);
    if (day === undefined) {
      if (filled.length > 0)
        note(`${name} has the value ${JSON.stringify(filled[0])}, and no day such as 2026-11-28.`);
      return;
    }
    const { sql, parameters } = dayStatement(database, erp, column, {
      ...{ day, size: overview.pageSize },
    });
    const times: number[] = [];
    let found = 0;
    while (times.length < timedPages && (times[0] ?? 0) < longestLookupMs) {
      const start = performance.now();
      found = (await session.ask(sql, parameters)).rows.length;
      times.push(performance.now() - start);
    }
    const [firstMs = 0] = times;
    const medianMs = quantile(times);
    check.lines.push(
      `  a page of ${overview.pageSize} boxes of ${day} takes ${firstMs.toFixed(1)} ms at first, then ${medianMs.toFixed(1)} ms`,
    );
    if (found === 0) note(`${name} has ${day}, but no box is found on this day.`);
    if (medianMs > longestLookupMs)
      note(
        `A page of a day in ${relation} takes ${medianMs.toFixed(0)} ms, longer than the ${longestLookupMs} ms that the service waits. Does ${column} have an index?`,
      );
  } catch (error) {
    note(`The boxes of a day cannot be read by ${name}: ${(error as Error).message}.`);
  }
};
