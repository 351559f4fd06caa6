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
  /** SQL that its tables need. */
  prelude: "",
  /** The type of a key whose comparison ignores case. */
  caseless: "VARCHAR(20)",
  /** Types of keys that cannot hold every label, with a key in the form in which it is shown. */
  typedKeys: [] as readonly { readonly type: string; readonly key: string }[],
  /** A text as a whole number, and whether text that is none is an error. */
  /** A date with a time. */
  instant: "DATETIME",
  bigint: (text: string) => `CAST(${text} AS BIGINT)`,
  refusesCasts: true,
  /** A column that is true or false. */
  hasBooleans: true,
  flag: { type: "BOOLEAN", truth: ["TRUE", "FALSE"] },
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
    caseless: "VARCHAR(20) COLLATE NOCASE",
    typedKeys: [{ type: "DATE", key: "2026-11-21" }],
    refusesCasts: false,
    hasBooleans: false,
    slow: "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000000) SELECT count(*) FROM c)",
  },
  {
    ...usual,
    title: postgresTitle,
    instant: "TIMESTAMP",
    missing: noPostgres,
    open: onServer("postgresql", postgresql),
    schema: "public",
    prelude: `CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false); CREATE TYPE colour AS ENUM ('red');`,
    caseless: "VARCHAR(20) COLLATE caseless",
    typedKeys: [
      { type: "UUID", key: "0d1e5b62-9c3f-4a7d-8b20-6f1c2a345b7d" },
      { type: "DATE", key: "2026-11-21" },
      { type: "SMALLINT", key: "12" },
      { type: "colour", key: "red" },
    ],
    slow: "(SELECT 1 FROM pg_sleep(5))",
  },
  {
    ...usual,
    title: mariaDbTitle,
    missing: noMariaDb,
    open: onServer("mysql", mysql),
    schema: name,
    quoted: doubled("`"),
    caseless: "VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_swedish_ci",
    typedKeys: [
      { type: "UUID", key: "0d1e5b62-9c3f-4a7d-8b20-6f1c2a345b7d" },
      { type: "DATE", key: "2026-11-21" },
      { type: "DECIMAL(6,0)", key: "12" },
    ],
    bigint: (text: string) => `CAST(${text} AS SIGNED)`,
    refusesCasts: false,
    flag: { type: "BIT(1)", truth: ["b'1'", "b'0'"] },
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
    typedKeys: [
      { type: "UNIQUEIDENTIFIER", key: "0D1E5B62-9C3F-4A7D-8B20-6F1C2A345B7D" },
      { type: "DATE", key: "2026-11-21" },
      { type: "SMALLINT", key: "12" },
    ],
    flag: { type: "BIT", truth: ["1", "0"] },
    slow: "(SELECT checksum_agg(binary_checksum(a.name, b.name, c.name, nummer.nr)) FROM sys.all_objects a CROSS JOIN sys.all_objects b CROSS JOIN sys.all_objects c)",
  },
];
