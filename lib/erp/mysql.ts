import { type Connection, createConnection, type FieldPacket, type RowDataPacket } from "mysql2";
import {
  type Answer,
  applicationName,
  type Connect,
  serverOf,
  statementTimeout,
  tlsOf,
} from "./database.ts";
import { opener } from "./server.ts";

/** The codes of a statement that took too long, of MySQL and of MariaDB. */
const cancelled = new Set([3024, 1969]);
const accessDenied = 1045;

/** Seconds after which the server closes the idle connection of a frozen function: longer than our own limit. */
const forgottenAfter = 120;

/** Each server runs only the comment that is meant for it: MariaDB's in seconds, MySQL's in milliseconds. */
const timeouts = (limit: number) =>
  `SET SESSION wait_timeout = ${forgottenAfter} /*M! , max_statement_time = ${limit / 1_000} */ /*!50708 , max_execution_time = ${limit} */`;

/** A prepared statement: whether the driver's own escaping is right depends on the session's mode. */
const execute = (
  connection: Connection,
  sql: string,
  parameters: readonly unknown[],
): Promise<Answer> =>
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

const run = (connection: Connection, sql: string) =>
  new Promise<void>((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  });

/** MySQL and MariaDB. The session is read-only, whatever the role may do; time-outs are set by SET. */
export const connect: Connect = (erp, passwordFrom) => {
  const { tls, password, host, port, ...server } = serverOf(erp);
  const ssl = tlsOf({ tls });
  return {
    quote: "`",
    parameter: "?",
    stopsBy: "limit",
    open: opener(passwordFrom(password), {
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
        await run(connection, "SET SESSION TRANSACTION READ ONLY");
        await run(connection, timeouts(statementTimeout(erp)));
        return (sql, parameters) => execute(connection, sql, parameters);
      },
      meaningOf: ({ errno, fatal }) => {
        if (cancelled.has(Number(errno))) return "late";
        if (errno === accessDenied) return "credentials";
        return fatal ? "lost" : undefined;
      },
    }),
  };
};
