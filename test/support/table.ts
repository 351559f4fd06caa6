import { deadlineWithin } from "#lib/domain/operation.ts";
import { isMetricsEnabled, requireEnv } from "#lib/env.ts";
import { openMeter, silentMeter } from "#lib/metrics.ts";
import type { TableItem } from "#lib/store/expression.ts";
import type { TableKey } from "#lib/store/keys.ts";
import { readItems } from "#lib/store/query.ts";
import { patient } from "./waits.ts";
import { open } from "./worker.ts";

/** Counts if a test sets WRITE_METRICS=1 before its imports. */
export const meter = isMetricsEnabled() ? openMeter() : silentMeter;

/** The table of this test file, with a time limit for one attempt, in milliseconds. */
export const tableWithin = (attemptLimit: number) =>
  open({ name: requireEnv("TABLE_NAME"), attemptLimit, count: meter.count });

export const table = tableWithin(patient.attempt);
export const tableName = table.name;
export const { documents } = table;

/** The current row; empty if there is none. */
export const rowAt = async (key: TableKey): Promise<TableItem> =>
  (await readItems(table, [key], deadlineWithin(10_000)))[0] ?? {};
