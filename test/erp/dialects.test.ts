import { createRequire } from "node:module";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { dialectAliases } from "#infra/bundle/aliases.ts";
import { bundleEntries } from "#infra/bundle/build.ts";
import { systemClock } from "#lib/clock.ts";
import type { ErpDatabaseOf } from "#lib/erp/database.ts";
import { erpDatabaseOf as mssql } from "#lib/erp/mssql.ts";
import { erpDatabaseOf as mysql } from "#lib/erp/mysql.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { erpDatabaseOf as postgresql } from "#lib/erp/postgresql.ts";
import { erpDatabaseOf as sqlite } from "#lib/erp/sqlite.ts";
import {
  anyKeySql,
  comparableSql,
  countSql,
  dayStatement,
  lookupSql,
  pageSql,
  repeatedKeysSql,
  sampleSql,
  viewsOf,
} from "#lib/erp/views.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import { newFolder } from "../support/folder.ts";
import { onLoopback } from "../support/loopback.ts";

const folder = newFolder();
const file = join(folder, "erp.sqlite");
const password = { environment: "NOBODYS_PASSWORD" };
const closed = {
  host: "127.0.0.1",
  port: 9,
  database: "erp",
  user: "reader",
  tls: "off",
  password,
} as const;

beforeAll(() => {
  process.env.NOBODYS_PASSWORD = "secret";
});

describe.each([
  ["sqlite", sqlite],
  ["postgresql", postgresql],
  ["mysql", mysql],
  ["mssql", mssql],
] as const)("the SQL for %s", (name, erpDatabaseOf) => {
  it("is this for every query", () => {
    const database = erpDatabaseOf(
      { connection: name === "sqlite" ? false : closed },
      passwordFrom,
      file,
    );
    const hostile = { relation: 'dbo.A "quoted" `v` [iew]', key: "a.b as c", columns: ["x", "x"] };
    const queries = [demo, odd].flatMap((site) => {
      const { boxes, zongpais } = viewsOf(site.erp);
      return [
        lookupSql(database, boxes),
        lookupSql(database, zongpais),
        sampleSql(database, boxes.relation, 1),
      ];
    });
    const compared = [
      lookupSql(database, hostile, 2),
      ...[false, true].map((from) => pageSql(database, hostile, 9, from)),
      countSql(database, hostile),
      comparableSql(database, hostile),
      anyKeySql(database, hostile),
      repeatedKeysSql(database, hostile, 9),
      ...[undefined, "BX1"].map(
        (after) =>
          dayStatement(database, demo.erp, 'a "day"', { day: "2026-12-31", after, size: 50 }).sql,
      ),
    ];
    expect([...queries, lookupSql(database, hostile), ...compared]).toMatchSnapshot();
  });
});

it("a password that the environment lacks is noticed when the function loads", () => {
  const connection = { ...closed, password: { environment: "NOT_THERE" } };
  expect(() => postgresql({ connection }, passwordFrom)).toThrow(
    "The environment variable NOT_THERE is not set.",
  );
});

const sources = [
  ["sqlite", "lib/erp/sqlite"],
  ["postgresql", "node_modules/pg/lib/"],
  ["mysql", "node_modules/mysql2/"],
  ["mssql", "node_modules/tedious/"],
] as const;
it.each(sources)(
  "the bundle of %s has no other driver, loads, and reports a refusing server",
  async (dialect) => {
    const entries = { [dialect]: { text: 'export { erpDatabaseOf } from "#erp-dialect"' } };
    const built = await bundleEntries(entries, dialectAliases(dialect), folder);
    const inputs = [...(built.get(dialect)?.inputs.keys() ?? [])].join();
    expect(sources.flatMap(([name, source]) => (inputs.includes(source) ? [name] : []))).toEqual([
      dialect,
    ]);
    // Modules that a driver loads only on demand.
    expect(inputs).not.toMatch(
      /node_modules\/(pg\/lib\/native|pg-(native|pool|cloudflare)|aws-ssl|@azure)/,
    );
    const load = createRequire(import.meta.url);
    const { erpDatabaseOf } = load(join(folder, dialect, "bundle.cjs")) as {
      readonly erpDatabaseOf: ErpDatabaseOf;
    };
    const database = erpDatabaseOf({ connection: closed }, passwordFrom, file);
    await expect(database.open(AbortSignal.timeout(20_000))).rejects.toThrow(
      dialect === "sqlite" ? "unable to open database file" : /ECONNREFUSED|refused/,
    );
  },
);

describe.each([
  ["postgresql", postgresql],
  ["mysql", mysql],
  ["mssql", mssql],
] as const)("%s", (_, erpDatabaseOf) => {
  it("gives up a server that says nothing, and leaves no connection behind", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(
        socket
          .on("error", () => {})
          .on("close", () => sockets.delete(socket))
          .resume(),
      );
    });
    const { port, stop } = await onLoopback(silent);
    // Long enough for a busy machine to begin.
    const patience = 500;
    const ask = oneConnection({
      ...erpDatabaseOf({ connection: { ...closed, port } }, passwordFrom),
      clock: { ...systemClock, timeout: () => systemClock.timeout(patience) },
    });
    await expect(ask("select 1", [], { limit: patience, wait: patience })).rejects.toMatchObject({
      kind: "late",
    });
    await vi.waitFor(() => expect(sockets.size).toBe(0), 60_000);
    stop();
  });
});
