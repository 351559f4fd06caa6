import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { ErpSession } from "#lib/erp/database.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import demo from "../../../sites/demo.ts";
import { type Owner, ownDatabase } from "../../support/erp-owner.ts";
import { patient } from "../../support/waits.ts";
import { connectionTo, describeServers } from "./drivers.ts";

const page = readFileSync("docs/erp.md", "utf8");
const roleSql = (heading: string): string =>
  new RegExp(`### ${heading}\n+\`\`\`sql\n([^\`]+)`).exec(page)?.[1] ?? "";

const tables = `
  CREATE TABLE box (box_no VARCHAR(40) PRIMARY KEY, quantity INTEGER, ship_method VARCHAR(40), ship_date DATE);
  INSERT INTO box VALUES ('BX10', 5, 'sea', '2026-11-21');
  CREATE TABLE goods (zongpai VARCHAR(40) PRIMARY KEY, quantity INTEGER, product VARCHAR(40));
  INSERT INTO goods VALUES ('PO4-1', 7, 'chair');
  CREATE TABLE prices (secret INTEGER);
  CREATE VIEW box_info_view AS SELECT * FROM box;
  CREATE VIEW zongpai_view AS SELECT * FROM goods;
  CREATE VIEW other_view AS SELECT * FROM prices;
`;

const refused = [
  "INSERT INTO zongpai_view VALUES ('PO4-2', 1, 'chair')",
  "UPDATE box SET quantity = 8",
  "SELECT * FROM goods",
  "SELECT * FROM other_view",
  "CREATE TABLE mine (n INTEGER)",
  "DROP TABLE goods",
  "GRANT SELECT ON prices TO warehouse_reader",
];

/** The differences between the servers. `mayWrite` ends the session's read-only mode, so that only the role can refuse a write. */
const sqlOf = {
  postgresql: {
    heading: "PostgreSQL",
    readOnly: "SHOW transaction_read_only",
    mayWrite: "SET default_transaction_read_only = off",
    sleep: "SELECT pg_sleep(60)",
    cipher:
      "SELECT CASE WHEN ssl THEN cipher ELSE '' END AS cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
  },
  mysql: {
    heading: "MariaDB and MySQL",
    readOnly: "SELECT @@tx_read_only AS transaction_read_only",
    mayWrite: "SET SESSION TRANSACTION READ WRITE",
    sleep: "SELECT SLEEP(60) FROM zongpai_view",
    cipher:
      "SELECT variable_value AS cipher FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'",
  },
};

describeServers("a session on", (name, erpDatabaseOf) => {
  const { heading, readOnly, mayWrite, sleep, cipher } = sqlOf[name];
  const { lookup } = patient;
  let owner: Owner;
  beforeAll(async () => {
    owner = await ownDatabase(name, "erp");
    await owner.run(tables);
    await owner.run(roleSql(heading));
  });
  afterAll(() => owner?.close());

  describe("of the documentation's role", () => {
    let session: ErpSession;
    const database = (limit: { readonly statementTimeout?: number } = {}) => {
      process.env.ROLE_PASSWORD = "change-me";
      const password = { environment: "ROLE_PASSWORD" };
      const connection = connectionTo(owner, { user: "warehouse_reader", password });
      return erpDatabaseOf({ ...limit, connection }, passwordFrom);
    };

    beforeAll(async () => {
      session = await database().open(AbortSignal.timeout(20_000));
    });
    afterAll(() => session?.close());

    it("reads both views", async () => {
      const reader = erpReaderOf(database(), demo, () => {}, { lookupLimitMs: lookup });
      const deadline = { left: () => lookup };
      expect(await reader.zongpai("PO4-1", deadline)).toEqual({
        zongpai: "PO4-1",
        ordered: 7,
        product: "chair",
      });
      expect(await reader.box("BX10", deadline)).toMatchObject({
        quantity: 5,
        columns: { ship_method: "sea", ship_date: "2026-11-21" },
      });
    });

    it("begins read-only, whatever the role may do", async () => {
      const { rows } = await session.ask(readOnly, []);
      expect(["on", 1]).toContain(rows[0]?.transaction_read_only);
    });

    it.each(refused)("is refused: %s", async (sql) => {
      await session.ask(mayWrite, []);
      await expect(session.ask(sql, [])).rejects.toThrow(/denied|must be owner|permission/i);
      expect(session.isUsable()).toBe(true);
    });

    it("has a slow statement ended by the database, and keeps its connection", async () => {
      const hurried = await database({ statementTimeout: 240 }).open(AbortSignal.timeout(20_000));
      await expect(hurried.ask(sleep, [])).rejects.toMatchObject({ kind: "late" });
      expect(hurried.isUsable()).toBe(true);
      hurried.close();
    });
  });

  describe("with TLS", () => {
    const open = (tls: "off" | "unverified" | "verified", host = "127.0.0.1") =>
      erpDatabaseOf({ connection: connectionTo(owner, { tls, host }) }, passwordFrom).open(
        AbortSignal.timeout(20_000),
      );
    const cipherOf = async (session: ErpSession) => {
      const { rows } = await session.ask(cipher, []);
      session.close();
      return rows[0]?.cipher;
    };

    it("is encrypted if the site asks for it", async () => {
      expect(await cipherOf(await open("off"))).toBe("");
      expect(await cipherOf(await open("unverified"))).toMatch(/AES|CHACHA/);
    });

    it("verified needs a known authority, and the name that the certificate holds", async () => {
      await expect(open("verified")).rejects.toThrow(/self-signed certificate/);
      const known = getCACertificates();
      const certificate = readFileSync(inject("erpServers")[name]?.certificate ?? "", "utf8");
      setDefaultCACertificates([...known, certificate]);
      try {
        expect(await cipherOf(await open("verified", "localhost"))).toMatch(/AES|CHACHA/);
        // The same machine under another name.
        await expect(open("verified", "127.1")).rejects.toThrow(/does not match certificate/);
      } finally {
        setDefaultCACertificates(known);
      }
    });
  });
});
