import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import { faultyTables } from "./faulty-table.ts";

// One table name for each Vitest worker.
const name = `Warehouse-${randomUUID()}`;
const engine = process.env.TEST_TABLE === "memory" ? "" : inject("dynamodb");

Object.assign(process.env, {
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local",
  TABLE_NAME: name,
  ERP_SQLITE: join(inject("scratch"), `${name}.sqlite`),
  ...(engine ? { DYNAMODB_ENDPOINT: engine } : {}),
});

const { way, open, forget } = faultyTables(engine);

export { open };
/** Empties the table before each test file. */
export const empty = async () => (engine ? createTable(engine, name) : forget());
/** Between the code under test and the engine or the table in memory. A test may set faults here. */
export const endpoint = way;
export const { faults: noFaults } = way;

/** Permissions that functions used but their roles do not have. */
export const forbidden = new Set<string>();
