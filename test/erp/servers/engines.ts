import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Connect, ErpDatabase } from "#lib/erp/database.ts";
import { connect as mssql } from "#lib/erp/mssql.ts";
import { connect as mysql } from "#lib/erp/mysql.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { connect as postgresql } from "#lib/erp/postgresql.ts";
import { connect as sqlite } from "#lib/erp/sqlite.ts";
import { ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { owner, type ServerName } from "../../support/erp-servers.ts";
import { mssqlServer, newMssqlDatabase } from "../../support/mssql.ts";

/** A database of one kind, filled by a test. */
export type Opened = {
  readonly database: ErpDatabase;
  readonly run: (sql: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

/** One kind of database, and how its SQL says what differs between them. */
export type Engine = {
  readonly title: string;
  readonly missing: boolean;
  readonly open: (lookupTimeout: number) => Promise<Opened>;
  readonly quoted: (name: string) => string;
  /** Where the views are, if one says it. */
  readonly schema: string;
  /** The type of a key that is filled up with spaces. */
  readonly padded: string;
  readonly padding: string;
  readonly bool: string;
  /** How true and false are written. */
  readonly truth: readonly [string, string];
  /** Selects the numbers from 1 as column `n`. */
  readonly numbers: (count: number) => string;
  readonly text: string;
  readonly slow: string;
  /** What shows the plan of a query, if a prefix does; and the plan that has an index. */
  readonly plan?: { readonly explain: string; readonly usesIndex: RegExp };
};

const doubled = (mark: string) => (name: string) =>
  `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;

const onServer = (name: ServerName, connect: Connect) => async (lookupTimeout: number) => {
  const { port, database, run, close } = await ownDatabase(name, "contract");
  process.env.CONTRACT_PASSWORD = owner.password;
  const connection = {
    host: "127.0.0.1",
    port,
    database,
    user: owner.user,
    tls: "off",
    password: { environment: "CONTRACT_PASSWORD" },
  } as const;
  return { database: connect({ lookupTimeout, connection }, passwordFrom), run, close };
};

const onMssql = async (lookupTimeout: number): Promise<Opened> => {
  const server = mssqlServer();
  if (!server) throw new Error("the environment names no SQL Server");
  const database = "contract";
  const { run, close } = await newMssqlDatabase(server.host, server.port, database);
  const password = { environment: "MSSQL_SA_PASSWORD" };
  const connection = { ...server, database, tls: "unverified", password } as const;
  return { database: mssql({ lookupTimeout, connection }, passwordFrom), run, close };
};

const inFile = async (lookupTimeout: number): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), "erp-contract-"));
  const path = join(folder, "erp.sqlite");
  const file = new DatabaseSync(path);
  return {
    database: sqlite({ lookupTimeout, connection: false }, passwordFrom, path),
    run: async (sql) => file.exec(sql),
    close: async () => {
      file.close();
      rmSync(folder, { recursive: true });
    },
  };
};

const [postgresTitle, noPostgres] = suiteOn("postgresql", "PostgreSQL");
const [mariaDbTitle, noMariaDb] = suiteOn("mysql", "MariaDB");

export const engines: readonly Engine[] = [
  {
    title: "SQLite",
    missing: false,
    open: inFile,
    schema: "main",
    quoted: doubled('"'),
    padded: "CHAR(12) COLLATE RTRIM",
    padding: "    ",
    bool: "INTEGER",
    truth: ["TRUE", "FALSE"],
    numbers: (count) =>
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) SELECT n FROM s`,
    text: "TEXT",
    slow: "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000000) SELECT count(*) FROM c)",
    plan: { explain: "EXPLAIN QUERY PLAN", usesIndex: /SEARCH .* USING .*INDEX/ },
  },
  {
    title: postgresTitle,
    missing: noPostgres,
    open: onServer("postgresql", postgresql),
    schema: "public",
    quoted: doubled('"'),
    padded: "CHAR(12)",
    padding: "",
    bool: "BOOLEAN",
    truth: ["TRUE", "FALSE"],
    numbers: (count) => `SELECT n FROM generate_series(1, ${count}) AS s(n)`,
    text: "VARCHAR(40)",
    slow: "(SELECT 1 FROM pg_sleep(5))",
    plan: { explain: "EXPLAIN", usesIndex: /Index (Only )?Scan/ },
  },
  {
    title: mariaDbTitle,
    missing: noMariaDb,
    open: onServer("mysql", mysql),
    schema: "contract",
    quoted: doubled("`"),
    padded: "CHAR(12)",
    padding: "",
    bool: "BOOLEAN",
    truth: ["TRUE", "FALSE"],
    numbers: (count) => `SELECT seq AS n FROM seq_1_to_${count}`,
    text: "VARCHAR(40)",
    slow: "(SELECT SLEEP(5))",
    plan: { explain: "EXPLAIN", usesIndex: /"type":"(const|eq_ref|ref)".*"key":"PRIMARY"/ },
  },
  {
    title: mssqlServer()
      ? "SQL Server"
      : "SQL Server (needs a server: MSSQL_HOST, MSSQL_PORT, MSSQL_SA_PASSWORD)",
    missing: !mssqlServer(),
    open: onMssql,
    schema: "dbo",
    quoted: doubled('"'),
    padded: "CHAR(12)",
    padding: "",
    bool: "BIT",
    truth: ["1", "0"],
    numbers: (count) => `SELECT value AS n FROM GENERATE_SERIES(1, ${count})`,
    text: "VARCHAR(40)",
    slow: "(SELECT checksum_agg(binary_checksum(a.name, b.name, c.name, nummer.nr)) FROM sys.all_objects a CROSS JOIN sys.all_objects b CROSS JOIN sys.all_objects c)",
  },
];
