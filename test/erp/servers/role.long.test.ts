import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connect, Session } from "#lib/erp/database.ts";
import { connect as mysql } from "#lib/erp/mysql.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { connect as postgresql } from "#lib/erp/postgresql.ts";
import { readerOn } from "#lib/erp/view-reader.ts";
import demo from "../../../sites/demo.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import type { ServerName } from "../../support/erp-servers.ts";

const page = readFileSync("docs/erp.md", "utf8");
const roleSql = (heading: string): string =>
  new RegExp(`### ${heading}\n+\`\`\`sql\n([^\`]+)`).exec(page)?.[1] ?? "";

const tables = `
  CREATE TABLE box (box_no VARCHAR(40) PRIMARY KEY, quantity INTEGER, ship_method VARCHAR(40), ship_date DATE);
  INSERT INTO box VALUES ('BX10', 5, 'sea', '2026-11-21');
  CREATE TABLE goods (zongpai VARCHAR(40) PRIMARY KEY, quantity INTEGER);
  INSERT INTO goods VALUES ('PO4-1', 7);
  CREATE TABLE prices (secret INTEGER);
  CREATE VIEW box_info_view AS SELECT * FROM box;
  CREATE VIEW zongpai_view AS SELECT * FROM goods;
  CREATE VIEW other_view AS SELECT * FROM prices;
`;

const refused = [
  "INSERT INTO zongpai_view VALUES ('PO4-2', 1)",
  "UPDATE zongpai_view SET quantity = 8",
  "DELETE FROM zongpai_view",
  "INSERT INTO goods VALUES ('PO4-2', 1)",
  "UPDATE box SET quantity = 8",
  "DELETE FROM box",
  "SELECT * FROM goods",
  "SELECT * FROM box",
  "SELECT * FROM prices",
  "SELECT * FROM other_view",
  "CREATE TABLE mine (n INTEGER)",
  "CREATE VIEW mine AS SELECT 1 AS n",
  "ALTER TABLE goods ADD COLUMN n INTEGER",
  "DROP VIEW zongpai_view",
  "DROP TABLE goods",
  "GRANT SELECT ON prices TO warehouse_reader",
];

/** How the session is told that it may write after all: what is refused then is refused by the role alone. */
const engines: readonly [ServerName, string, string, Connect, string][] = [
  ["postgresql", "PostgreSQL", "PostgreSQL", postgresql, "SET default_transaction_read_only = off"],
  ["mysql", "MariaDB", "MariaDB and MySQL", mysql, "SET SESSION TRANSACTION READ WRITE"],
];

for (const [name, short, heading, connect, mayWrite] of engines) {
  const [title, missing] = suiteOn(name, `the role of the documentation on ${short}`);
  describe.skipIf(missing)(title, () => {
    let owner: Owner;
    let session: Session;
    const database = () => {
      process.env.ROLE_PASSWORD = "change-me";
      const server = {
        host: "127.0.0.1",
        port: owner.port,
        database: "erp",
        user: "warehouse_reader",
      };
      const connection = {
        ...server,
        tls: "off",
        password: { environment: "ROLE_PASSWORD" },
      } as const;
      return connect({ lookupTimeout: demo.erp.lookupTimeout, connection }, passwordFrom);
    };

    beforeAll(async () => {
      owner = await ownDatabase(name, "erp");
      await owner.run(tables);
      await owner.run(roleSql(heading));
      session = await database().open(AbortSignal.timeout(5_000));
    });
    afterAll(async () => {
      session?.close();
      await owner?.close();
    });

    it("reads both views", async () => {
      const reader = readerOn(database(), demo, () => {});
      const deadline = { left: () => 1_000 };
      expect(await reader.zongpai("PO4-1", deadline)).toEqual({ zongpai: "PO4-1", ordered: 7 });
      expect(await reader.box("BX10", deadline)).toMatchObject({
        quantity: 5,
        columns: { ship_method: "sea", ship_date: "2026-11-21" },
      });
    });

    it("begins with a session that is read-only beside what the role may do", async () => {
      const setting =
        name === "postgresql"
          ? "SHOW transaction_read_only"
          : "SELECT @@tx_read_only AS transaction_read_only";
      const { rows } = await session.ask(setting, []);
      expect(["on", 1]).toContain(rows[0]?.transaction_read_only);
    });

    it.each(refused)("is refused: %s", async (sql) => {
      await session.ask(mayWrite, []);
      await expect(session.ask(sql, [])).rejects.toThrow(/denied|must be owner|permission/i);
      expect(session.usable()).toBe(true);
    });

    it("changed nothing", async () => {
      expect(await owner.run("SELECT zongpai, quantity FROM goods")).toEqual([
        { zongpai: "PO4-1", quantity: 7 },
      ]);
      expect(await owner.run("SELECT box_no, quantity FROM box")).toEqual([
        { box_no: "BX10", quantity: 5 },
      ]);
    });

    it("has a statement that takes too long given up by the database, and keeps its connection", async () => {
      const sleep =
        name === "postgresql" ? "SELECT pg_sleep(60)" : "SELECT SLEEP(60) FROM zongpai_view";
      const start = performance.now();
      await expect(session.ask(sleep, [])).rejects.toMatchObject({ kind: "late" });
      expect(performance.now() - start).toBeLessThan(30_000);
      expect(session.usable()).toBe(true);
    });
  });
}
