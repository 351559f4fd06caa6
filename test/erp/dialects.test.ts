import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Aliases, dialectAliases, siteAliases } from "#infra/bundle/aliases.ts";
import { bundleEntries } from "#infra/bundle/build.ts";
import { bundleFile } from "#infra/bundle/compile.ts";
import type { Connect, ConnectionSettings } from "#lib/erp/database.ts";
import { connect as mssql } from "#lib/erp/mssql.ts";
import { connect as mysql } from "#lib/erp/mysql.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";
import { type PasswordFrom, passwordFrom } from "#lib/erp/password.ts";
import { connect as postgresql } from "#lib/erp/postgresql.ts";
import { connect as sqlite } from "#lib/erp/sqlite.ts";
import { lookupSql, sampleSql, viewsOf } from "#lib/erp/views.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";
import onPostgresql from "../site/postgresql.ts";
import withSecret from "../site/postgresql-secret.ts";
import { startSecrets } from "../support/secrets-manager.ts";

const folder = mkdtempSync(join(tmpdir(), "erp-bundles-"));
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
const erp: ConnectionSettings = { lookupTimeout: 1_000, connection: closed };

/** A module's exports as a deployment bundles them. */
const bundled = async <Exports>(name: string, entry: string, aliases: Aliases) => {
  const built = (await bundleEntries({ [name]: { text: entry } }, aliases, folder)).get(name);
  return {
    inputs: [...(built?.inputs.keys() ?? [])],
    load: () => createRequire(import.meta.url)(join(folder, name, bundleFile)) as Exports,
  };
};

beforeAll(() => {
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
    const database = connect(
      { lookupTimeout: 1_000, connection: name === "sqlite" ? false : closed },
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
    expect([...queries, lookupSql(database, hostile)]).toMatchSnapshot();
  });
});

it("a password that the environment lacks is noticed when the function loads", () => {
  const connection = { ...closed, password: { environment: "NOT_THERE" } };
  for (const connect of [postgresql, mysql, mssql])
    expect(() => connect({ lookupTimeout: 1_000, connection }, passwordFrom)).toThrow(
      "The environment variable NOT_THERE is not set.",
    );
  expect(() => postgresql({ lookupTimeout: 1_000, connection: false }, passwordFrom)).toThrow(
    "erp.connection",
  );
});

describe("a driver's bundle", () => {
  it.each(["sqlite", "postgresql", "mysql", "mssql"] as const)(
    "of %s loads, and notices a server that refuses",
    async (dialect) => {
      const { load } = await bundled<{ connect: Connect }>(
        dialect,
        'export { connect } from "#erp-dialect"',
        dialectAliases(dialect),
      );
      const { connect } = load();
      const database = connect(erp, passwordFrom, file);
      await expect(database.open(AbortSignal.timeout(2_000))).rejects.toThrow(
        dialect === "sqlite" ? "unable to open database file" : /ECONNREFUSED|refused/,
      );
    },
  );
});

describe("the password's bundle", () => {
  const ofSite = async (site: Site) => {
    const { inputs, load } = await bundled<{ passwordFrom: PasswordFrom }>(
      `password of ${site.erp.dialect}`,
      'export { passwordFrom } from "#erp-password"',
      siteAliases("not asked for", site),
    );
    return {
      load,
      asksAws: inputs.some((input) => input.includes("@aws-sdk/client-secrets-manager")),
    };
  };

  it("holds no client of Secrets Manager where the site names no secret", async () => {
    for (const site of [demo, onPostgresql])
      expect(await ofSite(site)).toHaveProperty("asksAws", false);
  });

  it("reads the secret where the site names one", async () => {
    const { asksAws, load } = await ofSite(withSecret);
    expect(asksAws).toBe(true);
    const secrets = await startSecrets();
    secrets.hold("from the secret");
    const { passwordFrom } = load();
    const source = { secret: secrets.arn, field: "password" };
    expect(await passwordFrom(source).current()).toBe("from the secret");
    expect(secrets.reads).toEqual([secrets.arn]);
    await secrets.stop();
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
    const ask = oneConnection({
      open: connect({ lookupTimeout: 1_000, connection: { ...closed, port } }, passwordFrom).open,
    });
    return { server, sockets, ask };
  };

  it("gives up a server that says nothing, and leaves no connection behind", async () => {
    const { server, sockets, ask } = await listening(() => {});
    await expect(ask("select 1", [], 150)).rejects.toMatchObject({ kind: "late" });
    await vi.waitFor(() => expect(sockets.size).toBe(0), 60_000);
    server.close();
  });

  it("cannot reach a server that talks nonsense or hangs up at once", async () => {
    for (const greet of [
      (socket: Socket) => void socket.end(Buffer.alloc(64, 0xff)),
      (socket: Socket) => void socket.resetAndDestroy(),
    ]) {
      const { server, sockets, ask } = await listening(greet);
      await expect(ask("select 1", [], 500)).rejects.toMatchObject({
        kind: expect.stringMatching(/unreachable|late/),
      });
      await vi.waitFor(() => expect(sockets.size).toBe(0), 60_000);
      server.close();
    }
  });
});
