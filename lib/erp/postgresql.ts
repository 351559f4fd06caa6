import Client from "pg/lib/client.js";
import {
  applicationName,
  type ErpDatabaseOf,
  serverOf,
  statementTimeoutOf,
  tlsOptionsOf,
} from "./database.ts";
import { type ServerDriver, sessionOpener } from "./server.ts";

const integerOrText = (text: string): number | string =>
  Number.isSafeInteger(Number(text)) ? Number(text) : text;

/** Parsers by the type's number in PostgreSQL's catalog. Other types stay text: decimals exact, dates without a time zone. */
const typeParsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t",
  20: integerOrText,
  21: Number,
  23: Number,
  700: Number,
  701: Number,
};
const asText = (text: string): unknown => text;
const resultTypes = { getTypeParser: (oid: number) => typeParsers[oid] ?? asText };

const sqlStates = { cancelled: "57014", credentials: new Set(["28P01", "28000"]) };

/** Class 22 is about values, but a division by zero is never about a key. */
const valueState = /^22(?!012)/;

/** FATAL and PANIC end the connection, and so does an error without a severity. */
const endingSeverities = new Set([undefined, "FATAL", "PANIC"] as unknown[]);

/** What an error of PostgreSQL means. */
export const meaningOf: ServerDriver["meaningOf"] = ({ code, severity }) => {
  if (code === sqlStates.cancelled) return "late";
  if (sqlStates.credentials.has(String(code))) return "credentials";
  if (valueState.test(String(code))) return "value";
  return endingSeverities.has(severity) ? "lost" : undefined;
};

/** PostgreSQL, read-only whatever the role may do. Unnamed statements and SET work through a pooling proxy, too. */
export const erpDatabaseOf: ErpDatabaseOf = (erp, passwordFrom) => {
  const { tls, password, ...server } = serverOf(erp);
  const ssl = tlsOptionsOf({ tls });
  return {
    quote: '"',
    parameter: "$1",
    limitKeyword: "limit",
    exact: (sql) => `cast(${sql} as text) collate "C"`,
    dayParameter: (sql) => sql,
    open: sessionOpener(passwordFrom(password), {
      signIn: async ({ socket, close }, password) => {
        const client = new Client({
          ...server,
          password,
          ssl,
          application_name: applicationName,
          stream: () => socket,
          types: resultTypes,
        });
        client.on("error", close);
        client.on("end", close);
        await client.connect();
        await client.query(
          `SET statement_timeout = ${statementTimeoutOf(erp)}; SET default_transaction_read_only = on`,
        );
        return async (text, parameters) => {
          const { fields, rows } = await client.query(text, [...parameters]);
          return { columns: fields.map(({ name }) => name), rows };
        };
      },
      meaningOf,
    }),
  };
};
