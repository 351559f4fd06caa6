import { Connection, Request, TYPES } from "tedious";
import {
  applicationName,
  type ErpDatabaseOf,
  type QueryResult,
  serverOf,
  statementTimeoutOf,
} from "./database.ts";
import { type ServerDriver, sessionOpener } from "./server.ts";

type ResultColumn = {
  readonly metadata: { readonly colName: string; readonly type: { readonly name: string } };
  readonly value: unknown;
};

/** The driver makes a Date of every date type; one of the type Date has no time. */
const shownValueOf = ({ metadata: { type }, value }: ResultColumn): unknown =>
  value instanceof Date
    ? value.toISOString().slice(0, type.name === "Date" ? 10 : undefined)
    : value;

/** VARCHAR if the text allows it, because an index on a VARCHAR column is not used for an NVARCHAR parameter. */
const parameterTypeOf = (parameter: unknown) =>
  /^[\x20-\x7e]*$/.test(String(parameter)) ? TYPES.VarChar : TYPES.NVarChar;

const runStatement = (
  connection: Connection,
  sql: string,
  parameters?: readonly unknown[],
): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    const rows: Record<string, unknown>[] = [];
    let columns: string[] = [];
    const request = new Request(sql, (error) =>
      error ? reject(error) : resolve({ columns, rows }),
    );
    parameters?.forEach((parameter, index) => {
      request.addParameter(String(index + 1), parameterTypeOf(parameter), String(parameter));
    });
    request.on("columnMetadata", (metadata) => {
      columns = Object.values(metadata).map(({ colName }) => colName);
    });
    request.on("row", (row: readonly ResultColumn[]) => {
      rows.push(
        Object.fromEntries(row.map((column) => [column.metadata.colName, shownValueOf(column)])),
      );
    });
    if (parameters) connection.execSql(request);
    else connection.execSqlBatch(request);
  });

const loginFailedNumber = 18_456;

/** The numbers of errors about a value that has another type, or is out of its range. */
const valueErrors = new Set([241, 242, 244, 245, 248, 8114, 8115, 8169]);

/** What an error of SQL Server means. */
export const meaningOf: ServerDriver["meaningOf"] = ({ code, number }) => {
  if (code === "ETIMEOUT") return "late";
  if (valueErrors.has(Number(number))) return "value";
  return number === loginFailedNumber ? "credentials" : undefined;
};

/** Adds the number of the server's message to the driver's error. */
const awaitSignIn = (connection: Connection): Promise<void> =>
  new Promise((resolve, reject) => {
    let serverNumber: number | undefined;
    connection.on("errorMessage", ({ number }) => {
      serverNumber = number;
    });
    connection.connect((error) =>
      error ? reject(Object.assign(error, { number: serverNumber })) : resolve(),
    );
  });

/** SQL Server has no time-out for statements: the driver cancels a slow one, and LOCK_TIMEOUT limits the wait for locks. */
export const erpDatabaseOf: ErpDatabaseOf = (erp, passwordFrom) => {
  const { host, port, database, user, password, tls } = serverOf(erp);
  const timeoutMs = statementTimeoutOf(erp);
  return {
    quote: '"',
    parameter: "@1",
    limitKeyword: "top",
    exact: (sql) => `cast(${sql} as nvarchar(4000)) collate Latin1_General_BIN2`,
    // Without the cast, a DATETIME column would read 2026-11-05 in the order of the language, perhaps as 11 May.
    dayParameter: (sql) => `cast(${sql} as date)`,
    open: sessionOpener(passwordFrom(password), {
      signIn: async ({ socket, close }, password) => {
        const connected = new Promise<typeof socket>((resolve, reject) => {
          socket.once("connect", () => resolve(socket));
          socket.on("error", reject);
          socket.once("close", () => reject(new Error("the connection was closed")));
        });
        socket.connect({ host, port });
        const connection = new Connection({
          server: host,
          authentication: { type: "default", options: { userName: user, password } },
          options: {
            port,
            database,
            encrypt: tls !== "off",
            trustServerCertificate: tls === "unverified",
            appName: applicationName,
            requestTimeout: timeoutMs,
            cancelTimeout: timeoutMs,
            // The caller limits the wait; 0 would mean no time at all.
            connectTimeout: 10_000,
            maxRetriesOnTransientErrors: 0,
            connector: () => connected,
          },
        });
        connection.on("error", close);
        await awaitSignIn(connection);
        await runStatement(connection, `SET LOCK_TIMEOUT ${timeoutMs}`);
        return (sql, parameters) => runStatement(connection, sql, parameters);
      },
      meaningOf,
    }),
  };
};
