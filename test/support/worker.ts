import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inject } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import { faultyTables } from "./faulty-table.ts";

// For all files of a worker, or for the one that has a worker of its own.
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
/** The table of a test file begins empty. */
export const empty = async () => (engine ? createTable(engine, name) : forget());
/** Between the code under test and the engine, or the table in memory; a test may set its faults. */
export const endpoint = way;
export const { faults: noFaults } = way;

/** What a function sent though its role does not allow it. */
export const forbidden = new Set<string>();
