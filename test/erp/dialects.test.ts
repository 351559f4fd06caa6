import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { dialectAliases } from "#infra/bundle.ts";
import type { Connect, ConnectionSettings } from "#lib/erp/database.ts";
import { lookupSql, sampleSql } from "#lib/erp/lookup.ts";
import { connect as mssql } from "#lib/erp/mssql.ts";
import { connect as mysql } from "#lib/erp/mysql.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";
import { connect as postgresql } from "#lib/erp/postgresql.ts";
import { connect as sqlite } from "#lib/erp/sqlite.ts";
import { viewsOf } from "#lib/erp/view-reader.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

const folder = mkdtempSync(join(tmpdir(), "erp-bundles-"));
const password = { environment: "NOBODYS_PASSWORD" };
const closed = { host: "127.0.0.1", port: 9, database: "erp", user: "reader", tls: "off", password } as const;
const erp: ConnectionSettings = { lookupTimeout: 1_000, connection: closed };

beforeAll(() => {
  process.env.ERP_SQLITE = join(folder, "erp.sqlite");
  process.env.NOBODYS_PASSWORD = "secret";
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["sqlite", sqlite],
  ["postgresql", postgresql],
  ["mysql", mysql],
  ["mssql", mssql],
] as const)("the SQL for %s", (name, connect) => {
  it("is this for every query", () => {
    const database = connect({ lookupTimeout: 1_000, connection: name === "sqlite" ? false : closed });
    const hostile = { relation: 'dbo.A "quoted" `v` [iew]', key: "a.b as c", columns: ["x", "x"] };
    const queries = [demo, odd].flatMap((site) => {
      const { boxes, zongpais } = viewsOf(site.erp);
      return [lookupSql(database, boxes), lookupSql(database, zongpais), sampleSql(database, boxes.relation)];
    });
    expect([...queries, lookupSql(database, hostile)]).toMatchSnapshot();
  });
});

it("a password that the environment lacks is noticed when the function loads", () => {
  const connection = { ...closed, password: { environment: "NOT_THERE" } };
  for (const connect of [postgresql, mysql, mssql])
    expect(() => connect({ lookupTimeout: 1_000, connection })).toThrow("The environment variable NOT_THERE is not set.");
  expect(() => postgresql({ lookupTimeout: 1_000, connection: false })).toThrow("erp.connection");
});

describe("a driver's bundle", () => {
  it.each(["sqlite", "postgresql", "mysql", "mssql"] as const)("of %s loads, and notices a server that refuses", async (dialect) => {
    const outfile = join(folder, `${dialect}.cjs`);
    const { metafile } = await build({
      stdin: { contents: 'export { connect } from "#erp-dialect"', resolveDir: process.cwd() },
      bundle: true,
      platform: "node",
      target: "node24",
      format: "cjs",
      minify: true,
      mainFields: ["module", "main"],
      conditions: ["bundle"],
      alias: dialectAliases(dialect),
      metafile: true,
      outfile,
      logLevel: "error",
    });
    const [{ bytes } = { bytes: 0 }] = Object.values(metafile.outputs);
    console.log(`${dialect}: the driver and what it needs are ${(bytes / 1_000).toFixed(0)} kB`);
    const { connect } = createRequire(import.meta.url)(outfile) as { connect: Connect };
    const database = connect(erp);
    await expect(database.open(AbortSignal.timeout(2_000))).rejects.toThrow(
      dialect === "sqlite" ? "unable to open database file" : /ECONNREFUSED|refused/,
    );
  });
});

describe.each([
  ["postgresql", postgresql],
  ["mysql", mysql],
  ["mssql", mssql],
] as const)("%s", (_, connect) => {
  const listening = async (greet: (socket: Socket) => void) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
      greet(socket.resume());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const ask = oneConnection({ open: connect({ lookupTimeout: 1_000, connection: { ...closed, port } }).open });
    return { server, sockets, ask };
  };

  it("gives up a server that says nothing, and leaves no connection behind", async () => {
    const { server, sockets, ask } = await listening(() => {});
    await expect(ask("select 1", [], 150)).rejects.toMatchObject({ kind: "late" });
    await vi.waitFor(() => expect(sockets.size).toBe(0));
    server.close();
  });

  it("takes a server that talks nonsense, or hangs up at once, for one that cannot be reached", async () => {
    for (const greet of [(socket: Socket) => void socket.end(Buffer.alloc(64, 0xff)), (socket: Socket) => void socket.resetAndDestroy()]) {
      const { server, sockets, ask } = await listening(greet);
      await expect(ask("select 1", [], 500)).rejects.toMatchObject({ kind: expect.stringMatching(/unreachable|late/) });
      await vi.waitFor(() => expect(sockets.size).toBe(0));
      server.close();
    }
  });
});
