import { Socket } from "node:net";
import { PostgresAdapter, PostgresQueryCompiler } from "kysely";
import Client from "pg/lib/client.js";
import { applicationName, type Connect, LookupFailure, serverOf, statementTimeout, tlsOf } from "./database.ts";

const whole = (text: string): number | string => (Number.isSafeInteger(Number(text)) ? Number(text) : text);

/** By the type's number in PostgreSQL's catalog. All others stay text: decimals are exact so, and dates have no time zone added. */
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

/** The statement time-out has a code of its own; after any other such error of this class the connection is gone. */
const cancelled = "57014";

/**
 * PostgreSQL. Statements have no name and time-outs are set by SET, so that a connection is like any other to a proxy.
 * It is never asked to write: the session is read-only beside what the role may do.
 */
export const connect: Connect = (erp) => {
  const { tls, password, ...server } = serverOf(erp);
  const ssl = tlsOf({ tls });
  return {
    compiler: () => new PostgresQueryCompiler(),
    adapter: () => new PostgresAdapter(),
    stopsBy: "limit",
    open: async (signal) => {
      const socket = new Socket();
      let usable = true;
      const close = () => {
        usable = false;
        socket.destroy();
      };
      const client = new Client({
        ...server,
        password: password(),
        ...(ssl ? { ssl } : {}),
        application_name: applicationName,
        stream: () => socket,
        types,
      });
      client.on("error", close);
      client.on("end", close);
      signal.addEventListener("abort", close);
      try {
        await client.connect();
        await client.query(`SET statement_timeout = ${statementTimeout(erp)}; SET default_transaction_read_only = on`);
      } catch (error) {
        close();
        throw error;
      } finally {
        signal.removeEventListener("abort", close);
      }
      return {
        ask: async (text, parameters) => {
          try {
            const { fields, rows } = await client.query(text, [...parameters]);
            return { columns: fields.map(({ name }) => name), rows };
          } catch (error) {
            const { code, severity } = error as { code?: string; severity?: string };
            if (code === cancelled) throw new LookupFailure("late", "the database gave the statement up", error);
            // A message of this severity is the connection's last: the server is going down, or somebody ended the session.
            if (severity === undefined || severity === "FATAL" || severity === "PANIC") close();
            throw error;
          }
        },
        usable: () => usable,
        close,
      };
    },
  };
};
