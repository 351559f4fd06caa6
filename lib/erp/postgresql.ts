import Client from "pg/lib/client.js";
import { applicationName, type Connect, serverOf, statementTimeout, tlsOf } from "./database.ts";
import { opener } from "./server.ts";

const whole = (text: string): number | string =>
  Number.isSafeInteger(Number(text)) ? Number(text) : text;

/** Parsers by the type's number in PostgreSQL's catalog. Other types stay text: decimals exact, dates without a time zone. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t",
  20: whole,
  21: Number,
  23: Number,
  700: Number,
  701: Number,
};
const asText = (text: string): unknown => text;
const types = { getTypeParser: (oid: number) => parsers[oid] ?? asText };

const codes = { cancelled: "57014", credentials: new Set(["28P01", "28000"]) };

/** FATAL and PANIC end the connection, and so does an error without a severity. */
const last = new Set([undefined, "FATAL", "PANIC"] as unknown[]);

/** PostgreSQL, read-only whatever the role may do. Unnamed statements and SET work through a pooling proxy, too. */
export const connect: Connect = (erp, passwordFrom) => {
  const { tls, password, ...server } = serverOf(erp);
  const ssl = tlsOf({ tls });
  return {
    quote: '"',
    parameter: "$1",
    stopsBy: "limit",
    open: opener(passwordFrom(password), {
      signIn: async ({ socket, close }, password) => {
        const client = new Client({
          ...server,
          password,
          ssl,
          application_name: applicationName,
          stream: () => socket,
          types,
        });
        client.on("error", close);
        client.on("end", close);
        await client.connect();
        await client.query(
          `SET statement_timeout = ${statementTimeout(erp)}; SET default_transaction_read_only = on`,
        );
        return async (text, parameters) => {
          const { fields, rows } = await client.query(text, [...parameters]);
          return { columns: fields.map(({ name }) => name), rows };
        };
      },
      meaningOf: ({ code, severity }) => {
        if (code === codes.cancelled) return "late";
        if (codes.credentials.has(String(code))) return "credentials";
        return last.has(severity) ? "lost" : undefined;
      },
    }),
  };
};
