import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Connect, ErpDatabase } from "#lib/erp/database.ts";
import { connect as mysql } from "#lib/erp/mysql.ts";
import { passwordFrom } from "#lib/erp/password.ts";
import { connect as postgresql } from "#lib/erp/postgresql.ts";
import { connect as sqlite } from "#lib/erp/sqlite.ts";
import { ownDatabase, suiteOn } from "../../support/erp-owner.ts";
import { owner, type ServerName } from "../../support/erp-servers.ts";

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
  /** Selects the numbers from 1 as column `n`. */
  readonly numbers: (count: number) => string;
  readonly text: string;
  readonly slow: string;
  readonly explain: string;
  readonly usesIndex: RegExp;
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
    numbers: (count) =>
      `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${count}) SELECT n FROM s`,
    text: "TEXT",
    slow: "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000000) SELECT count(*) FROM c)",
    explain: "EXPLAIN QUERY PLAN",
    usesIndex: /SEARCH .* USING .*INDEX/,
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
    numbers: (count) => `SELECT n FROM generate_series(1, ${count}) AS s(n)`,
    text: "VARCHAR(40)",
    slow: "(SELECT 1 FROM pg_sleep(5))",
    explain: "EXPLAIN",
    usesIndex: /Index (Only )?Scan/,
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
    numbers: (count) => `SELECT seq AS n FROM seq_1_to_${count}`,
    text: "VARCHAR(40)",
    slow: "(SELECT SLEEP(5))",
    explain: "EXPLAIN",
    usesIndex: /"type":"(const|eq_ref|ref)".*"key":"PRIMARY"/,
  },
];
