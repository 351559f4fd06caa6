import {
  type Connection,
  createConnection,
  type FieldPacket,
  type RowDataPacket,
  type TypeCastField,
  type TypeCastNext,
} from "mysql2";
import {
  applicationName,
  type ErpDatabaseOf,
  type QueryResult,
  serverOf,
  statementTimeoutOf,
  tlsOptionsOf,
} from "./database.ts";
import { type ServerDriver, sessionOpener } from "./server.ts";

/** The codes of a statement that took too long, of MySQL and of MariaDB. */
const statementTimeoutErrors = new Set([3024, 1969]);
const accessDeniedError = 1045;

/** Class 22 is about values, but a division by zero is never about a key. MySQL has no class for a day that does not exist: 1525. */
const valueState = /^22(?!012)/;
const wrongValueError = 1525;

/** What an error of MySQL or MariaDB means. */
export const meaningOf: ServerDriver["meaningOf"] = ({ errno, sqlState, fatal }) => {
  if (statementTimeoutErrors.has(Number(errno))) return "late";
  if (errno === accessDeniedError) return "credentials";
  if (errno === wrongValueError || valueState.test(String(sqlState))) return "value";
  return fatal ? "lost" : undefined;
};

/** The server closes the idle connection of a frozen function: later than our own limit. */
const idleTimeoutSeconds = 120;

/** Each server runs only the comment that is meant for it: MariaDB's in seconds, MySQL's in milliseconds. */
const timeoutsSql = (limitMs: number) =>
  `SET SESSION wait_timeout = ${idleTimeoutSeconds} /*M! , max_statement_time = ${limitMs / 1_000} */ /*!50708 , max_execution_time = ${limitMs} */`;

/** BIT(1) is a boolean, which the driver gives as a byte. */
export const shownValueOf = (field: TypeCastField, next: TypeCastNext): unknown => {
  if (field.type !== "BIT" || field.length !== 1) return next();
  const byte = field.buffer();
  return byte && byte[0] === 1;
};

/** A prepared statement: whether the driver's own escaping is right depends on the session's mode. */
const executePrepared = (
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    connection.execute<RowDataPacket[]>(
      { sql, values: [...parameters] as string[], typeCast: shownValueOf },
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
    exact: (sql) => `convert(${sql} using utf8mb4) collate utf8mb4_bin`,
    dayParameter: (sql) => sql,
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
      meaningOf,
    }),
  };
};
