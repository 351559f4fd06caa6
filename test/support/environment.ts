import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, inject, vi } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import { createTestErp } from "./erp.ts";
import { startFaultyEndpoint } from "./faulty-endpoint.ts";

// Runs before each test file is imported.
const folder = mkdtempSync(join(tmpdir(), "warehouse-test-"));

Object.assign(process.env, {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  TABLE_NAME: `Warehouse-${randomUUID()}`,
  ERP_SQLITE: join(folder, "erp.sqlite"),
});

const engine = inject("dynamodb");
if (engine) await createTable(engine, process.env.TABLE_NAME ?? "");
createTestErp(process.env.ERP_SQLITE ?? "");

/** Between the code under test and the engine; a test may set its faults. */
export const endpoint = await startFaultyEndpoint(engine || "http://127.0.0.1:9");
process.env.DYNAMODB_ENDPOINT = endpoint.url;

afterEach(() => {
  vi.useRealTimers();
  endpoint.faults = () => undefined;
});

afterAll(async () => {
  await endpoint.stop();
  rmSync(folder, { recursive: true, force: true });
});
