import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

type WorkerQuery = { readonly sql: string; readonly parameters: string[] };
export type WorkerReply = {
  readonly answer?: { readonly columns: string[]; readonly rows: Record<string, unknown>[] };
  readonly error?: string;
};

// node:sqlite is synchronous: in this thread a slow view does not stop other requests.
const sqliteDatabase = new DatabaseSync(workerData.file, {
  readOnly: true,
  timeout: workerData.busyTimeout,
});
const postReply = (message: WorkerReply) => parentPort?.postMessage(message);

parentPort?.on("message", ({ sql, parameters }: WorkerQuery) => {
  try {
    const statement = sqliteDatabase.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    postReply({ answer: { columns, rows: statement.all(...parameters) } });
  } catch (error) {
    postReply({ error: String(error) });
  }
});
postReply({ answer: { columns: [], rows: [] } });
