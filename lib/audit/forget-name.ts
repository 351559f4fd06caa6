import type { Table } from "../store/client.ts";
import { setAttribute } from "../store/set-attribute.ts";
import { scanTable } from "./scan-table.ts";

/** So many rows are changed at the same time for each segment. */
const atOnce = 16;

/**
 * Finds every row that names a person or device, and with `to` puts that in place of the name. What happened to the goods stays.
 * @returns how many rows name it, and how many were changed
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
        part.map(({ pk, sk }) => setAttribute(table, { pk: pk?.S ?? "", sk: sk?.S ?? "" }, "who", name, to)),
      );
      counts.changed += changed.filter(Boolean).length;
    }
  });
  return counts;
};
