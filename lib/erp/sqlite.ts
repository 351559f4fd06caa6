import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { requireEnv } from "../env.ts";

/** What a dialect file gives the reader: Kysely's dialect over one connection, which `discard` drops when a query hangs. */
export type ErpConnection = { readonly dialect: Dialect; readonly discard: () => void };

type Reply = { readonly id: number; readonly rows?: unknown[]; readonly error?: string };

/**
 * Runs inside the worker. It is passed as text, so it may use nothing from outside itself.
 * node:sqlite answers synchronously: in a thread of its own a slow view can be given up, and nobody else waits for it.
 */
const serve = () => {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  let database: InstanceType<typeof DatabaseSync> | undefined;
  parentPort?.on("message", ({ id, sql, parameters }: { id: number; sql: string; parameters: (string | number)[] }) => {
    try {
      database ??= new DatabaseSync(workerData.file, { readOnly: true, timeout: workerData.busyTimeout });
      parentPort.postMessage({ id, rows: database.prepare(sql).all(...parameters) });
    } catch (error) {
      parentPort.postMessage({ id, error: String(error) });
    }
  });
};

class SqliteWorker implements DatabaseConnection {
  #worker: Worker | undefined;
  /** A worker that was given up and still runs its query: nothing can interrupt SQLite, so there is never a second one. */
  #abandoned: Worker | undefined;
  #next = 0;
  readonly #waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }>();

  readonly #file: string;
  readonly #busyTimeout: number;
  constructor(file: string, busyTimeout: number) {
    this.#file = file;
    this.#busyTimeout = busyTimeout;
  }

  #start(): Worker {
    if (this.#abandoned) throw new Error("an earlier look-up that was given up still runs");
    const worker = new Worker(`(${serve.toString()})()`, { eval: true, workerData: { file: this.#file, busyTimeout: this.#busyTimeout } });
    // The process may end while the worker idles.
    worker.unref();
    worker.on("message", ({ id, rows, error }: Reply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (rows) waiting?.resolve(rows);
      else waiting?.reject(new Error(error ?? "the SQLite worker answered nothing"));
    });
    worker.on("error", (error) => this.#drop(worker, error as Error));
    return worker;
  }

  #drop(worker: Worker | undefined, error: Error) {
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  discard() {
    const worker = this.#worker;
    this.#drop(worker, new Error("the look-up was given up"));
    if (!worker) return;
    this.#abandoned = worker;
    worker.once("exit", () => {
      this.#abandoned = undefined;
    });
    void worker.terminate();
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    // While a query runs the process must not end.
    worker.ref();
    try {
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        this.#next += 1;
        this.#waiting.set(this.#next, { resolve, reject });
        worker.postMessage({ id: this.#next, sql, parameters });
      });
      return { rows: rows as Row[] };
    } finally {
      if (this.#waiting.size === 0) worker.unref();
    }
  }

  // biome-ignore lint/correctness/useYield: the reader never streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error("the ERP reader does not stream");
  }
}

const notHere = async () => {
  throw new Error("the ERP reader opens no transactions");
};

/** The embedded default: one SQLite file, read-only, with the views that the site names. The file is named by ERP_SQLITE. */
export const connect = ({ lookupTimeout }: { readonly lookupTimeout: number }): ErpConnection => {
  const connection = new SqliteWorker(requireEnv("ERP_SQLITE"), lookupTimeout);
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    destroy: async () => connection.discard(),
    beginTransaction: notHere,
    commitTransaction: notHere,
    rollbackTransaction: notHere,
  };
  return {
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
    },
    discard: () => connection.discard(),
  };
};
