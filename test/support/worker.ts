import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import { openTable, type TableSettings } from "#lib/store/client.ts";
import { startFaultyEndpoint } from "./faulty-endpoint.ts";
import { memoryTables } from "./faulty-table.ts";

// For all files of a worker, or for the one that has a worker of its own.
const name = `Warehouse-${randomUUID()}`;

Object.assign(process.env, {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  TABLE_NAME: name,
  ERP_SQLITE: join(inject("scratch"), `${name}.sqlite`),
});

const engine = process.env.TEST_TABLE === "memory" ? "" : inject("dynamodb");
const onEngine = async () => {
  const way = await startFaultyEndpoint(engine);
  process.env.DYNAMODB_ENDPOINT = way.url;
  const open = (settings: TableSettings) => openTable({ ...settings, endpoint: way.url });
  const empty = () => createTable(engine, name);
  return { way, open, empty, stop: way.stop };
};

const { way, open, empty, stop } = engine ? await onEngine() : memoryTables();

/** The table of a test file, which begins empty. */
export { empty, open, stop };
/** Between the code under test and the engine, or the table in memory; a test may set its faults. */
export const endpoint = way;
export const { faults: noFaults } = way;

/** What a function sent though its role does not allow it. */
export const forbidden = new Set<string>();
