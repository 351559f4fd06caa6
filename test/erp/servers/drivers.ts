import { describe } from "vitest";
import type { ErpDatabaseOf } from "#lib/erp/database.ts";
import { erpDatabaseOf as mysql } from "#lib/erp/mysql.ts";
import { erpDatabaseOf as postgresql } from "#lib/erp/postgresql.ts";
import { type Owner, suiteOn } from "../../support/erp-owner.ts";
import { owner as account, type ServerName } from "../../support/erp-servers.ts";

type Server = readonly [name: ServerName, short: string, erpDatabaseOf: ErpDatabaseOf];

const servers: readonly Server[] = [
  ["postgresql", "PostgreSQL", postgresql],
  ["mysql", "MariaDB", mysql],
];

/** Runs a suite on each server. It is skipped, by name, where the machine has no such server. */
export const describeServers = (
  title: string,
  suite: (name: ServerName, erpDatabaseOf: ErpDatabaseOf) => void,
) => {
  for (const [name, short, erpDatabaseOf] of servers) {
    const [named, missing] = suiteOn(name, `${title} ${short}`);
    describe.skipIf(missing)(named, () => suite(name, erpDatabaseOf));
  }
};

/** The settings of a connection without TLS, by default as the server's owner. */
export const connectionTo = <Changes extends object>(
  { port, database }: Pick<Owner, "port" | "database">,
  changes: Changes,
) => {
  process.env.SERVER_PASSWORD = account.password;
  const password = { environment: "SERVER_PASSWORD" };
  const { user } = account;
  return { host: "127.0.0.1", port, database, user, tls: "off", password, ...changes } as const;
};
