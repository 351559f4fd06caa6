import type { Worker } from "node:worker_threads";
import { type Answer, type Connect, LookupFailure, type Session } from "./database.ts";

type Reply = { readonly id: number; readonly answer?: Answer; readonly error?: string };

/**
 * Runs in the worker. It is passed as text, so it may use nothing from outside itself.
 * node:sqlite is synchronous. In its own thread a slow view does not stop other requests, and we can stop waiting for it.
 */
const serve = () => {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(workerData.file, {
    readOnly: true,
    timeout: workerData.busyTimeout,
  });
  parentPort?.on(
    "message",
    ({ id, sql, parameters }: { id: number; sql: string; parameters: (string | number)[] }) => {
      try {
        const statement = database.prepare(sql);
        const columns = statement.columns().map(({ name }) => name);
        parentPort.postMessage({ id, answer: { columns, rows: statement.all(...parameters) } });
      } catch (error) {
        parentPort.postMessage({ id, error: String(error) });
      }
    },
  );
  parentPort?.postMessage({ id: 0, answer: { columns: [], rows: [] } });
};

type Waiting = {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
};

const sessionOf = (
  worker: Worker,
  onAbandon: () => void,
): { readonly session: Session; readonly ready: Promise<Answer> } => {
  const waiting = new Map<number, Waiting>();
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
    return new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
  worker.on("message", ({ id, answer, error }: Reply) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (answer) asked?.resolve(answer);
    else asked?.reject(new Error(error ?? "the SQLite worker answered nothing"));
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
      if (waiting.size > 0) onAbandon();
      fail(new Error("the look-up was given up"));
      void worker.terminate();
    },
  };
  return { session, ready };
};

/** The embedded default: one SQLite file, read-only, with the views that the site names. */
export const connect: Connect = ({ lookupTimeout }, _, file) => {
  if (file === undefined) throw new Error("There is no file for the ERP: ERP_SQLITE names it.");
  /** A worker that still runs an abandoned query. SQLite cannot be interrupted; until it ends, no second worker is started. */
  let abandoned: Worker | undefined;
  return {
    quote: '"',
    parameter: "?",
    stopsBy: "limit",
    open: async (signal) => {
      if (abandoned)
        throw new LookupFailure("busy", "an earlier look-up that was given up still runs");
      // Loaded now, because most starts of a function ask nothing.
      const { Worker } = process.getBuiltinModule("node:worker_threads");
      const worker = new Worker(`(${serve.toString()})()`, {
        eval: true,
        workerData: { file, busyTimeout: lookupTimeout },
      });
      const { session, ready } = sessionOf(worker, () => {
        abandoned = worker;
        worker.once("exit", () => {
          abandoned = undefined;
        });
      });
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
