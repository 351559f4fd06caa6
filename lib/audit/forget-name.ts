import type { Table } from "../store/client.ts";
import { setAttributes } from "../store/set-attributes.ts";
import { scanTable } from "./scan-table.ts";

/** How many rows are changed at the same time, for each segment. */
const atOnce = 16;

/**
 * Finds every row that has the name of a person or device. With `to`, replaces the name by it. The history of the goods stays.
 * @returns how many rows have the name, and how many were changed
 */
export const forgetName = async (
  table: Table,
  name: string,
  to: string | undefined,
  segments: number,
): Promise<{ rows: number; changed: number }> => {
  const counts = { rows: 0, changed: 0 };
  const starts = Array.from({ length: segments }, () => "start" as const);
  await scanTable(table, starts, async (items) => {
    const naming = items.filter(({ who }) => who?.S === name);
    counts.rows += naming.length;
    if (to === undefined) return;
    for (let from = 0; from < naming.length; from += atOnce) {
      const part = naming.slice(from, from + atOnce);
      const changed = await Promise.all(
        part.map(({ pk, sk }) => setAttributes(table, { pk: pk?.S ?? "", sk: sk?.S ?? "" }, { who: { from: name, to } })),
      );
      counts.changed += changed.filter(Boolean).length;
    }
  });
  return counts;
};
