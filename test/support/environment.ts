import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, afterEach, inject, vi } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import { openTable, type TableSettings } from "#lib/store/client.ts";
import { scratchFolder } from "../../commands/cli/scratch.ts";
import { createTestErp } from "./erp.ts";
import { startFaultyEndpoint } from "./faulty-endpoint.ts";
import { memoryTables } from "./faulty-table.ts";

// Runs before each test file is imported.
const { folder, remove } = scratchFolder("warehouse-test");

Object.assign(process.env, {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  TABLE_NAME: `Warehouse-${randomUUID()}`,
  ERP_SQLITE: join(folder, "erp.sqlite"),
});

createTestErp(process.env.ERP_SQLITE ?? "");

const engine = process.env.TEST_TABLE === "memory" ? "" : inject("dynamodb");
const onEngine = async () => {
  await createTable(engine, process.env.TABLE_NAME ?? "");
  const way = await startFaultyEndpoint(engine);
  process.env.DYNAMODB_ENDPOINT = way.url;
  const open = (settings: TableSettings) => openTable({ ...settings, endpoint: way.url });
  return { way, open, stop: way.stop };
};

const { way, open, stop } = engine ? await onEngine() : memoryTables();

/** The table of this test file. */
export { open };
/** Between the code under test and the engine, or the table in memory; a test may set its faults. */
export const endpoint = way;
const { faults } = way;

afterEach(() => {
  vi.useRealTimers();
  endpoint.faults = faults;
});

afterAll(async () => {
  await stop();
  remove();
});
