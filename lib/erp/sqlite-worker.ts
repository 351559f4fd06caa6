import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";

type Query = { readonly sql: string; readonly parameters: string[] };
export type Reply = {
  readonly answer?: { readonly columns: string[]; readonly rows: Record<string, unknown>[] };
  readonly error?: string;
};

// node:sqlite is synchronous: in this thread a slow view does not stop other requests.
const database = new DatabaseSync(workerData.file, {
  readOnly: true,
  timeout: workerData.busyTimeout,
});
const reply = (message: Reply) => parentPort?.postMessage(message);

parentPort?.on("message", ({ sql, parameters }: Query) => {
  try {
    const statement = database.prepare(sql);
    const columns = statement.columns().map(({ name }) => name);
    reply({ answer: { columns, rows: statement.all(...parameters) } });
  } catch (error) {
    reply({ error: String(error) });
  }
});
reply({ answer: { columns: [], rows: [] } });
