import { metricsWanted, requireEnv } from "#lib/env.ts";
import { openMeter } from "#lib/meter.ts";
import { silent } from "#lib/metrics.ts";
import { openTable } from "#lib/store/client.ts";

/** Counts where a test asks for it, before it imports anything: POWERTOOLS_METRICS_DISABLED=false. */
export const meter = metricsWanted() ? openMeter() : silent;

/** The table of this test file, on the way to the engine that a test may spoil. */
export const table = openTable({ name: requireEnv("TABLE_NAME"), endpoint: requireEnv("DYNAMODB_ENDPOINT"), count: meter.count });
export const { documents, name: tableName } = table;
