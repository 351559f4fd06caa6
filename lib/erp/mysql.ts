import { type Connection, createConnection, type FieldPacket, type RowDataPacket } from "mysql2";
import {
  applicationName,
  type ErpDatabaseOf,
  type QueryResult,
  serverOf,
  statementTimeoutOf,
  tlsOptionsOf,
} from "./database.ts";
import { sessionOpener } from "./server.ts";

/** The codes of a statement that took too long, of MySQL and of MariaDB. */
const statementTimeoutErrors = new Set([3024, 1969]);
const accessDeniedError = 1045;

/** The server closes the idle connection of a frozen function: later than our own limit. */
const idleTimeoutSeconds = 120;

/** Each server runs only the comment that is meant for it: MariaDB's in seconds, MySQL's in milliseconds. */
const timeoutsSql = (limitMs: number) =>
  `SET SESSION wait_timeout = ${idleTimeoutSeconds} /*M! , max_statement_time = ${limitMs / 1_000} */ /*!50708 , max_execution_time = ${limitMs} */`;

/** A prepared statement: whether the driver's own escaping is right depends on the session's mode. */
const executePrepared = (
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    connection.execute<RowDataPacket[]>(
      sql,
      [...parameters] as string[],
      (error, rows, fields: FieldPacket[] = []) => {
        if (error) reject(error);
        else resolve({ columns: fields.map(({ name }) => name), rows: rows ?? [] });
      },
    );
  });

const runSql = (connection: Connection, sql: string) =>
  new Promise<void>((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  });

/** MySQL and MariaDB. The session is read-only, whatever the role may do; time-outs are set by SET. */
export const erpDatabaseOf: ErpDatabaseOf = (erp, passwordFrom) => {
  const { tls, password, host, port, ...server } = serverOf(erp);
  const ssl = tlsOptionsOf({ tls });
  return {
    quote: "`",
    parameter: "?",
    limitKeyword: "limit",
    open: sessionOpener(passwordFrom(password), {
      signIn: async ({ socket, close }, password) => {
        const connection = createConnection({
          ...server,
          host,
          password,
          stream: socket.connect({ host, port }),
          // Without verifyIdentity this driver accepts a valid certificate of any server.
          ...(ssl ? { ssl: { ...ssl, verifyIdentity: ssl.rejectUnauthorized } } : {}),
          connectTimeout: 0,
          charset: "utf8mb4",
          supportBigNumbers: true,
          dateStrings: true,
          connectAttributes: { program_name: applicationName },
        });
        connection.on("error", close);
        await new Promise<void>((resolve, reject) =>
          connection.connect((error) => (error ? reject(error) : resolve())),
        );
        await runSql(connection, "SET SESSION TRANSACTION READ ONLY");
        await runSql(connection, timeoutsSql(statementTimeoutOf(erp)));
        return (sql, parameters) => executePrepared(connection, sql, parameters);
      },
      meaningOf: ({ errno, fatal }) => {
        if (statementTimeoutErrors.has(Number(errno))) return "late";
        if (errno === accessDeniedError) return "credentials";
        return fatal ? "lost" : undefined;
      },
    }),
  };
};
