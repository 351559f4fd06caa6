import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { ErpDatabase, ErpDatabaseOf } from "#lib/erp/database.ts";
import { erpDatabaseOf as mssql } from "#lib/erp/mssql.ts";
import { erpDatabaseOf as mysql } from "#lib/erp/mysql.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { erpDatabaseOf as postgresql } from "#lib/erp/postgresql.ts";
import { erpDatabaseOf as sqlite } from "#lib/erp/sqlite.ts";
import { ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import type { ServerName } from "../../support/erp-servers.ts";
import { newFolder } from "../../support/folder.ts";
import { mssqlServer, newMssqlDatabase } from "../../support/mssql.ts";
import { connectionTo } from "./drivers.ts";

/** A database of one kind, filled by a test. */
export type Opened = {
  readonly database: ErpDatabase;
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** The test files share the servers. */
const name = `erp_${randomBytes(4).toString("hex")}`;

const doubled = (mark: string) => (text: string) =>
  `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;

const onServer = (server: ServerName, erpDatabaseOf: ErpDatabaseOf) => async () => {
  const owner = await ownDatabase(server, name);
  const connection = connectionTo(owner, {});
  return { ...owner, database: erpDatabaseOf({ connection }, passwordFrom) };
};

const onMssql = async (): Promise<Opened> => {
  const server = mssqlServer();
  if (!server) throw new Error("the environment names no SQL Server");
  const database = name;
  const opened = await newMssqlDatabase(server.host, server.port, database);
  const password = { environment: "MSSQL_SA_PASSWORD" };
  const connection = { ...server, database, tls: "unverified", password } as const;
  return { ...opened, database: mssql({ connection }, passwordFrom) };
};

const inFile = async (): Promise<Opened> => {
  const path = join(newFolder(), "erp.sqlite");
  const file = new DatabaseSync(path);
  return {
    database: sqlite({ connection: false }, passwordFrom, path),
    run: async (sql) => file.exec(sql),
    close: async () => file.close(),
  };
};

const [postgresTitle, noPostgres] = suiteOn("postgresql", "PostgreSQL");
const [mariaDbTitle, noMariaDb] = suiteOn("mysql", "MariaDB");

/** SQL that differs between the databases. These are the values of most of them. */
const usual = {
  quoted: doubled('"'),
  /** The type of a key that is padded with spaces, and the spaces that a test must write itself. */
  padded: "CHAR(12)",
  padding: "",
  bool: "BOOLEAN",
  truth: ["TRUE", "FALSE"],
  text: "VARCHAR(40)",
};

/** The kinds of databases. */
export const engines = [
  {
    ...usual,
    title: "SQLite",
    missing: false,
    open: inFile,
    schema: "main",
    padded: "CHAR(12) COLLATE RTRIM",
    padding: "    ",
    bool: "INTEGER",
    slow: "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000000) SELECT count(*) FROM c)",
  },
  {
    ...usual,
    title: postgresTitle,
    missing: noPostgres,
    open: onServer("postgresql", postgresql),
    schema: "public",
    slow: "(SELECT 1 FROM pg_sleep(5))",
  },
  {
    ...usual,
    title: mariaDbTitle,
    missing: noMariaDb,
    open: onServer("mysql", mysql),
    schema: name,
    quoted: doubled("`"),
    slow: "(SELECT SLEEP(5))",
  },
  {
    ...usual,
    title: mssqlServer()
      ? "SQL Server"
      : "SQL Server (needs a server: MSSQL_HOST, MSSQL_PORT, MSSQL_SA_PASSWORD)",
    missing: !mssqlServer(),
    open: onMssql,
    schema: "dbo",
    bool: "BIT",
    truth: ["1", "0"],
    slow: "(SELECT checksum_agg(binary_checksum(a.name, b.name, c.name, nummer.nr)) FROM sys.all_objects a CROSS JOIN sys.all_objects b CROSS JOIN sys.all_objects c)",
  },
];
