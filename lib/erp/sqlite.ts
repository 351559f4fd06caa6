import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { type Answer, type Connect, type Session, statementTimeout } from "./database.ts";
import type { Reply } from "./sqlite-worker.ts";

/** Beside this file, or beside the bundle that holds it. */
const ownFile = import.meta.filename;
const workerFile = join(dirname(ownFile), `sqlite-worker${extname(ownFile)}`);

/** One query at a time: `oneConnection` takes turns. */
const sessionOf = (worker: Worker) => {
  let asked = Promise.withResolvers<Answer>();
  let usable = true;
  const fail = (error: Error) => {
    usable = false;
    asked.reject(error);
  };
  worker.on("message", ({ answer, error }: Reply) => {
    // The process may end while the worker is idle, but not while a query runs.
    worker.unref();
    if (answer) asked.resolve(answer);
    else asked.reject(new Error(error));
  });
  worker.on("error", (error) => fail(error as Error));
  const ready = asked.promise;
  const session: Session = {
    ask: (sql, parameters) => {
      asked = Promise.withResolvers();
      worker.ref();
      worker.postMessage({ sql, parameters });
      return asked.promise;
    },
    usable: () => usable,
    close: () => {
      fail(new Error("the look-up was given up"));
      void worker.terminate();
    },
  };
  return { session, ready };
};

/** The embedded default: one SQLite file, read-only, with the views that the site names. */
export const connect: Connect = (erp, _, file) => {
  if (file === undefined) throw new Error("There is no file for the ERP: ERP_SQLITE names it.");
  return {
    quote: '"',
    parameter: "?",
    stopsBy: "limit",
    open: async (signal) => {
      const worker = new Worker(workerFile, {
        workerData: { file, busyTimeout: statementTimeout(erp) },
      });
      const { session, ready } = sessionOf(worker);
      signal.addEventListener("abort", session.close);
      try {
        await ready;
        return session;
      } finally {
        signal.removeEventListener("abort", session.close);
      }
    },
  };
};
