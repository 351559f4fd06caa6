import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import {
  type ErpDatabaseOf,
  type ErpSession,
  type QueryResult,
  statementTimeoutOf,
} from "./database.ts";
import type { WorkerReply } from "./sqlite-worker.ts";

/** Next to this file, or next to the bundle that holds it. */
const moduleFile = import.meta.filename;
const workerFile = join(dirname(moduleFile), `sqlite-worker${extname(moduleFile)}`);

/** One query at a time: `oneConnection` takes turns. */
const sessionOf = (worker: Worker) => {
  let pending = Promise.withResolvers<QueryResult>();
  let isUsable = true;
  const fail = (error: Error) => {
    isUsable = false;
    pending.reject(error);
  };
  worker.on("message", ({ answer, error }: WorkerReply) => {
    // The process may end while the worker is idle, but not while a query runs.
    worker.unref();
    if (answer) pending.resolve(answer);
    else pending.reject(new Error(error));
  });
  worker.on("error", (error) => fail(error as Error));
  const ready = pending.promise;
  const session: ErpSession = {
    ask: (sql, parameters) => {
      pending = Promise.withResolvers();
      worker.ref();
      worker.postMessage({ sql, parameters });
      return pending.promise;
    },
    isUsable: () => isUsable,
    close: () => {
      fail(new Error("the look-up was given up"));
      void worker.terminate();
    },
  };
  return { session, ready };
};

/** The embedded default: one SQLite file, read-only, with the views that the site names. */
export const erpDatabaseOf: ErpDatabaseOf = (erp, _, file) => {
  if (file === undefined) throw new Error("There is no file for the ERP: ERP_SQLITE names it.");
  return {
    quote: '"',
    parameter: "?",
    limitKeyword: "limit",
    exact: (sql) => `cast(${sql} as text) collate rtrim`,
    dayParameter: (sql) => sql,
    open: async (signal) => {
      const worker = new Worker(workerFile, {
        workerData: { file, busyTimeout: statementTimeoutOf(erp) },
      });
      const { session, ready } = sessionOf(worker);
      signal.addEventListener("abort", session.close);
      await ready.finally(() => signal.removeEventListener("abort", session.close));
      return session;
    },
  };
};
