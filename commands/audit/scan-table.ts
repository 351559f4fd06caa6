import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { type ScanOptions, type ScanSource, scanPages } from "#lib/store/scan.ts";

/** The time limit for a page, including retries. */
export const pageTimeoutMs = 60_000;

/** Reads the whole table, or its index, in parallel segments. `read`: the number of the rows of a page before a filter. */
export const scanTable = async (
  table: Table,
  TotalSegments: number,
  takeRows: (rows: readonly TableItem[], read: number) => Promise<void>,
  source: ScanSource = "table",
  options: ScanOptions = {},
): Promise<void> => {
  const readSegment = async (Segment: number) => {
    const ofSegment = { ...options, Segment, TotalSegments };
    const pages = scanPages(table, source, () => deadlineWithin(pageTimeoutMs), ofSegment);
    for await (const { Items = [], ScannedCount = 0 } of pages) await takeRows(Items, ScannedCount);
  };
  await Promise.all(Array.from({ length: TotalSegments }, (_, segment) => readSegment(segment)));
};
