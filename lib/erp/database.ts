import type { PasswordFrom, PasswordSource } from "./password.ts";

/** The slice of a site that says how its ERP is reached. */
export type ConnectionSettings = {
  /** Milliseconds. */
  readonly lookupTimeout: number;
  readonly connection:
    | false
    | {
        readonly host: string;
        readonly port: number;
        readonly database: string;
        readonly user: string;
        readonly tls: "off" | "unverified" | "verified";
        readonly password: PasswordSource;
      };
};

export type Row = Readonly<Record<string, unknown>>;

/** What the database said: the columns even when there is no row. */
export type Answer = { readonly columns: readonly string[]; readonly rows: readonly Row[] };

/** One open connection. */
export type Session = {
  /** @throws the driver's error; LookupFailure `late` when the database itself gave up */
  readonly ask: (sql: string, parameters: readonly unknown[]) => Promise<Answer>;
  /** False from the moment on at which the connection is known to be broken. */
  readonly usable: () => boolean;
  /** Cuts the connection at once, whatever it is doing. */
  readonly close: () => void;
};

/** What a dialect file gives the reader: how SQL is written for it, and how a connection is opened. */
export type ErpDatabase = {
  /** What stands around a name. */
  readonly quote: '"' | "`";
  /** What stands for the one parameter. */
  readonly parameter: "?" | "$1" | "@1";
  /** How it is told to stop after some rows. */
  readonly stopsBy: "limit" | "top";
  /** Opens a connection; aborting the signal cuts what was opened so far, so that nothing is left behind. */
  readonly open: (signal: AbortSignal) => Promise<Session>;
};

/** `file` is where a database lies that is a file. */
export type Connect = (erp: ConnectionSettings, passwordFrom: PasswordFrom, file?: string) => ErpDatabase;

/**
 * `unreachable`: no connection, or it broke. `late`: no answer in time. `refused`: the database answered, with an error.
 * `credentials`: there is no password, or the database refused it. `busy`: it was not asked, because others had their turn before,
 * an earlier look-up that was given up still runs, or no time was left.
 */
type FailureKind = "unreachable" | "late" | "refused" | "credentials" | "busy";

/** Why a look-up has no answer. */
export class LookupFailure extends Error {
  override name = "LookupFailure";
  readonly kind: FailureKind;
  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** The name that a program has in the database's list of connections. */
export const applicationName = "warehouse-tracking";

/** Milliseconds after which the database gives a statement up: before we do, so that the connection survives it. */
export const statementTimeout = ({ lookupTimeout }: ConnectionSettings): number => Math.min(800, Math.ceil(lookupTimeout * 0.8));

/** Where the server is, and as whom it is asked. */
export const serverOf = ({ connection }: ConnectionSettings) => {
  if (!connection) throw new Error("erp.connection is not answered, and only SQLite needs none");
  const { host, port, database, user, tls, password } = connection;
  return { host, port, database, user, tls, password };
};

/** What node:tls is given; `undefined` is no TLS. The authority is the system's, or that of NODE_EXTRA_CA_CERTS. */
export const tlsOf = ({ tls }: { readonly tls: "off" | "unverified" | "verified" }) =>
  tls === "off" ? undefined : { rejectUnauthorized: tls === "verified" };
