import { dirname, extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Answer, Connect, Session } from "./database.ts";
import type { Reply } from "./sqlite-worker.ts";

/** Beside this file, or beside the bundle that holds it. */
const ownFile = import.meta.filename;
const workerFile = join(dirname(ownFile), `sqlite-worker${extname(ownFile)}`);

const sessionOf = (worker: Worker) => {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let next = 0;
  let usable = true;
  const fail = (error: Error) => {
    usable = false;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  // The process must not end while a query runs; it may end while the worker is idle.
  const reply = (id: number) => {
    worker.ref();
    const one = Promise.withResolvers<Answer>();
    waiting.set(id, one);
    return one.promise;
  };
  worker.on("message", ({ id, answer, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (answer) asked?.resolve(answer);
    else asked?.reject(new Error(error));
  });
  worker.on("error", (error) => fail(error as Error));
  const ready = reply(next);
  const session: Session = {
    ask: (sql, parameters) => {
      next += 1;
      const answer = reply(next);
      worker.postMessage({ id: next, sql, parameters });
      return answer;
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
export const connect: Connect = ({ lookupTimeout }, _, file) => {
  if (file === undefined) throw new Error("There is no file for the ERP: ERP_SQLITE names it.");
  return {
    quote: '"',
    parameter: "?",
    stopsBy: "limit",
    open: async (signal) => {
      const worker = new Worker(workerFile, { workerData: { file, busyTimeout: lookupTimeout } });
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
