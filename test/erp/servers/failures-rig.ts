import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { createGateway } from "#infra/local/gateway.ts";
import { type LambdaHandler, openFunctions } from "#lib/in-process.ts";
import { patient } from "../../../commands/waits.ts";
import { ownDatabase } from "../../support/erp-owner.ts";
import { type FaultyTcp, startFaultyTcp } from "../../support/faulty-tcp.ts";
import { boxNo, known, zongpai } from "../../support/samples.ts";
import { site, withLookup } from "../../support/site.ts";
import { table } from "../../support/table.ts";

/** PostgreSQL behind a faulty line, with the goods and boxes of the samples. */
export const startErp = async () => {
  const { run, close, database, port } = await ownDatabase("postgresql", "failures");
  const password = "first";
  const views = (quantity: string) => `
    DROP VIEW IF EXISTS box_info_view, zongpai_view;
    CREATE VIEW box_info_view AS SELECT box_no, ${quantity} AS quantity, 'sea'::text AS ship_method, date '2026-11-21' AS ship_date FROM box;
    CREATE VIEW zongpai_view AS SELECT zongpai, ${quantity} AS quantity FROM goods;
    GRANT SELECT ON box_info_view, zongpai_view TO erp_reader;
  `;
  await run(`
    CREATE ROLE erp_reader LOGIN PASSWORD '${password}';
    CREATE TABLE box AS SELECT '${boxNo(0).replace("0", "' || n || '")}'::varchar AS box_no FROM generate_series(1, ${known}) AS s(n);
    CREATE TABLE goods AS SELECT '${zongpai(0).replace("0", "' || n || '")}'::varchar AS zongpai FROM generate_series(1, ${known}) AS s(n);
    ALTER TABLE box ADD PRIMARY KEY (box_no);
    ALTER TABLE goods ADD PRIMARY KEY (zongpai);
    ${views("100")}
  `);
  const line = await startFaultyTcp(port);
  Object.assign(process.env, {
    TEST_ERP_PORT: String(line.port),
    TEST_ERP_DATABASE: database,
    ERP_PASSWORD: password,
  });
  const changePassword = async (next: string) =>
    void (await run(`ALTER ROLE erp_reader PASSWORD '${next}'`));
  return {
    line,
    changePassword,
    nonsense: () => run(views("'many'::text")),
    slow: () => run(views("(SELECT 100 FROM pg_sleep(10))")),
    full: () => run("ALTER ROLE erp_reader CONNECTION LIMIT 0"),
    well: async () => {
      await run(`${views("100")} ALTER ROLE erp_reader CONNECTION LIMIT -1;`);
      await changePassword(password);
      process.env.ERP_PASSWORD = password;
      await line.fail({ kind: "none" });
    },
    stop: async () => {
      await line.stop();
      await close();
    },
  };
};

export type TestErp = Awaited<ReturnType<typeof startErp>>;

/** A new environment of every function, behind the local gateway on HTTP: no connection, no memory of failures. */
export const newService = async (line: FaultyTcp) => {
  await line.reset();
  // Less than a request has, so that it is the look-up that is given up, and more than a busy machine takes for one.
  const handlers = await openFunctions(withLookup(4_000), {
    table,
    settings: { budget: patient.budget },
  });
  const gateway = createGateway(
    { ...site, auth: { scheme: "none" } },
    { handlerOf: async (id) => handlers.get(id) as LambdaHandler },
  );
  const origin = `http://127.0.0.1:${await gateway.listen(0)}`;
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, init);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
  };
  const post = (path: string, body: object) => {
    const headers = { "content-type": "application/json", "idempotency-key": randomUUID() };
    return get(path, { method: "POST", headers, body: JSON.stringify(body) });
  };
  return { get, post, stop: () => gateway.stop() };
};

let ahead = 0;
const { now } = Date;
// Before the service is loaded, which may keep the clock that it finds.
vi.spyOn(Date, "now").mockImplementation(() => now.call(Date) + ahead);

/** Puts the clock of this process ahead; it goes on from there. */
export const later = (ms: number): void => {
  ahead += ms;
};
