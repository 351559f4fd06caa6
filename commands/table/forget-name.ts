import type { Table } from "#lib/store/client.ts";
import { forEachConcurrently } from "../audit/for-each-concurrently.ts";
import { keyOfRow } from "../audit/row-of-key.ts";
import { scanTable } from "../audit/scan-table.ts";
import { setAttributes } from "../audit/set-attributes.ts";

/** The number of rows that are changed at the same time, in each segment. */
const changesPerSegment = 16;

/**
 * Finds every row with the name of a person or device. A `replacement` replaces the name. The history of the goods stays.
 * @returns how many rows have the name, and how many were changed
 */
export const forgetName = async (
  table: Table,
  name: string,
  replacement: string | undefined,
  segments: number,
): Promise<{ rows: number; changed: number }> => {
  const counts = { rows: 0, changed: 0 };
  await scanTable(table, segments, async (rows) => {
    const rowsWithName = rows.filter(({ who }) => who === name);
    counts.rows += rowsWithName.length;
    if (replacement === undefined) return;
    await forEachConcurrently(rowsWithName, changesPerSegment, async (row) => {
      const correction = { attribute: "who", found: name, expected: replacement };
      if (await setAttributes(table, keyOfRow(row), [correction])) counts.changed += 1;
    });
  });
  return counts;
};
