import { Refusal } from "../errors.ts";
import { type LogFields, logEvent } from "../log.ts";
import type { Site } from "../site/schema.ts";
import type { PasswordFrom } from "./password.ts";

type ServerSettings = Exclude<Site["erp"]["connection"], false>;

/** Milliseconds that a look-up may take on an open connection (docs/how-far.md). */
export const longestLookupMs = 1_200;

/** Milliseconds of a request that remain for its write, if a look-up has to wait for a connection. */
export const keptForWriteMs = 1_000;

/** Milliseconds to wait for something that takes `usualMs`: longer if `keptMs` of those that are left remain afterwards. */
export const waitWithin = (leftMs: number, usualMs: number, keptMs: number): number =>
  Math.max(1, Math.min(usualMs, leftMs), leftMs - keptMs);

/** Milliseconds after which the database ends a statement: before `longestLookupMs`, so that the connection is kept. */
const longestStatementMs = 800;

export type ConnectionSettings = {
  /** Milliseconds that a statement may take, if it is no look-up. */
  readonly statementTimeout?: number;
  readonly connection: false | Omit<ServerSettings, "connections" | "network">;
};

export type ErpRow = Readonly<Record<string, unknown>>;

/** It has the columns even if there is no row. */
export type QueryResult = { readonly columns: readonly string[]; readonly rows: readonly ErpRow[] };

export type ErpSession = {
  /** @throws the driver's error; LookupFailure `late` if the database itself ended the statement */
  readonly ask: (sql: string, parameters: readonly unknown[]) => Promise<QueryResult>;
  /** False once the connection is known to be broken. */
  readonly isUsable: () => boolean;
  /** Cuts the connection at once, whatever it is doing. */
  readonly close: () => void;
};

/** A dialect: how its SQL is written, and how a connection is opened. */
export type ErpDatabase = {
  /** Encloses a name. */
  readonly quote: '"' | "`";
  readonly parameter: "?" | "$1" | "@1";
  /** The keyword that limits the number of rows. */
  readonly limitKeyword: "limit" | "top";
  /** Text that compares exactly, but for spaces at its end, whatever the column's collation ignores. */
  readonly exact: (sql: string) => string;
  /** A parameter that is a day, as it is compared with a column of dates or of text. */
  readonly dayParameter: (sql: string) => string;
  /** Opens a connection. If the signal is aborted, everything that was opened so far is closed. */
  readonly open: (signal: AbortSignal) => Promise<ErpSession>;
};

/** What `#erp-dialect` exports as `erpDatabaseOf`. */
export type ErpDatabaseOf = (
  erp: ConnectionSettings,
  passwordFrom: PasswordFrom,
  file?: string,
) => ErpDatabase;

/**
 * Why a look-up has no answer. `unreachable`: no connection, or it broke. `late`: no answer in time. `refused`: the database answered with
 * an error. `value`: that error is about a value, of the key or of the view. `credentials`: no password, or it was refused. `busy`: not
 * asked, because others were using the connection.
 */
export class LookupFailure extends Error {
  override name = "LookupFailure";
  readonly kind: "unreachable" | "late" | "refused" | "value" | "credentials" | "busy";
  constructor(kind: LookupFailure["kind"], message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Logs why the ERP has no answer; the caller gets no more than that. */
export const erpUnavailable = (fields: LogFields) => {
  logEvent("erpLookupFailed", fields);
  return new Refusal("erpUnavailable", {});
};

export const applicationName = "warehouse-tracking";

/** In milliseconds. */
export const statementTimeoutOf = (settings: ConnectionSettings): number =>
  settings.statementTimeout ?? longestStatementMs;

export const serverOf = ({ connection }: ConnectionSettings) => {
  if (!connection) throw new Error("erp.connection is not answered, and only SQLite needs none");
  const { host, port, database, user, tls, password } = connection;
  return { host, port, database, user, tls, password };
};

/** The options for node:tls; `undefined` means no TLS. */
export const tlsOptionsOf = ({ tls }: Pick<ServerSettings, "tls">) =>
  tls === "off" ? undefined : { rejectUnauthorized: tls === "verified" };
