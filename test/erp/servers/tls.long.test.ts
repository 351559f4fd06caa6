import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Connect } from "#lib/erp/database.ts";
import { connect as mysql } from "#lib/erp/mysql.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { connect as postgresql } from "#lib/erp/postgresql.ts";
import { type Owner, ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { owner as account, type ServerName } from "../../support/erp-servers.ts";

/** How a session learns whether it is encrypted. */
const engines: readonly [ServerName, string, Connect, string][] = [
  [
    "postgresql",
    "PostgreSQL",
    postgresql,
    "SELECT CASE WHEN ssl THEN cipher ELSE '' END AS cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
  ],
  [
    "mysql",
    "MariaDB",
    mysql,
    "SELECT variable_value AS cipher FROM information_schema.session_status WHERE variable_name = 'Ssl_cipher'",
  ],
];

for (const [name, short, connect, encrypted] of engines) {
  const [title, missing] = suiteOn(name, `a connection to ${short}`);
  describe.skipIf(missing)(title, () => {
    let server: Owner;
    const open = (tls: "off" | "unverified" | "verified", host = "127.0.0.1") => {
      process.env.TLS_PASSWORD = account.password;
      const { port, database } = server;
      const connection = {
        host,
        port,
        database,
        user: account.user,
        tls,
        password: { environment: "TLS_PASSWORD" },
      };
      return connect({ lookupTimeout: 1_000, connection }, passwordFrom).open(
        AbortSignal.timeout(2_000),
      );
    };
    beforeAll(async () => {
      server = await ownDatabase(name, "tls");
    });
    afterAll(() => server?.close());

    it.each([
      ["off", /^$/],
      ["unverified", /AES|CHACHA/],
    ] as const)("with TLS %s is encrypted accordingly", async (tls, cipher) => {
      const session = await open(tls);
      const { rows } = await session.ask(encrypted, []);
      session.close();
      expect(rows[0]?.cipher).toMatch(cipher);
    });

    it("with TLS verified is refused where nobody vouches for the server", async () => {
      await expect(open("verified")).rejects.toThrow(/self-signed certificate/);
    });

    it("with TLS verified is made where its authority is known, and to the server of that name only", async () => {
      const known = getCACertificates();
      setDefaultCACertificates([
        ...known,
        readFileSync(inject("erpCertificates")[name] ?? "", "utf8"),
      ]);
      try {
        const session = await open("verified", "localhost");
        expect((await session.ask(encrypted, [])).rows[0]?.cipher).toMatch(/AES|CHACHA/);
        session.close();
        // The same machine under a name that the certificate does not hold.
        await expect(open("verified", "127.1")).rejects.toThrow(/does not match certificate/);
      } finally {
        setDefaultCACertificates(known);
      }
    });
  });
}
