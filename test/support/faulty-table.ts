import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { DynamoDBServiceException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { MemoryTable } from "#infra/local/memory-table.ts";
import { openTable, type Table, type TableSettings } from "#lib/store/client.ts";
import { takeOverSends } from "./take-over-sends.ts";

/** The fault of one request to DynamoDB. The embedded engine and the table in memory have none by themselves. */
export type Fault =
  /** `drop`: the request is lost; `echo`: it is refused as invalid, with a message that repeats parts of it. */
  | { readonly kind: "drop" | "error" | "throttle" | "conflict" | "echo" }
  /**
   * The request is executed, and its answer is lost or replaced by a fault. `oneReason`: of several failed conditions only the last is
   * reported.
   */
  | { readonly kind: "answerLost" | "errorAfter" | "oneReason" }
  /**
   * The request is held until `go`, even if its sender gives up. `landed` is called afterwards. `lost`: the sender loses its connection at
   * once.
   */
  | {
      readonly kind: "held";
      readonly go: Promise<void>;
      readonly landed: () => void;
      readonly lost?: boolean;
    };

/** Chooses the fault of a request by its operation, such as `TransactWriteItems`, and its body. */
export type Faults = (operation: string, body: string) => Fault | undefined;

/** The first `times` requests of an operation go wrong. */
export const first = (times: number, operation: string, fault: Fault): Faults => {
  let left = times;
  return (arrived) => {
    if (arrived !== operation || left === 0) return undefined;
    left -= 1;
    return fault;
  };
};

type Input = { readonly TransactItems?: readonly unknown[] };

const connectionLost = () => Object.assign(new Error("injected"), { code: "ECONNRESET" });
const answered = (httpStatusCode: number, name: string, message = "injected") =>
  new DynamoDBServiceException({
    ...{ $metadata: { httpStatusCode }, name, message },
    $fault: httpStatusCode < 500 ? "client" : "server",
  });

/** The first texts of a request, cut to the length of a log message. */
const textsIn = (body: string): string =>
  [...body.matchAll(/"S":"([^"]*)"/g)]
    .map(([, text]) => text)
    .join(" ")
    .slice(0, 80);

/** The answer that replaces the table's, if any. */
export const refused = (
  fault: Fault | undefined,
  body = "",
  { TransactItems = [] }: Input = {},
): Error | undefined => {
  switch (fault?.kind) {
    case "drop":
      return connectionLost();
    case "error":
      return answered(500, "InternalServerError");
    case "throttle":
      return answered(400, "ThrottlingException");
    case "echo":
      return answered(400, "ValidationException", textsIn(body));
    case "conflict":
      return new TransactionCanceledException({
        ...{ $metadata: { httpStatusCode: 400 }, message: "injected" },
        CancellationReasons: TransactItems.map((_, at) => ({
          Code: at === 0 ? "None" : "TransactionConflict",
        })),
      });
  }
  return undefined;
};

/** The table's answer after the fault. */
export const spoilt = async <Answer>(fault: Fault | undefined, answer: Promise<Answer>) => {
  const [{ reason }] = (await Promise.allSettled([answer])) as [{ readonly reason?: unknown }];
  if (fault?.kind === "answerLost") throw connectionLost();
  if (fault?.kind === "errorAfter") throw refused({ kind: "error" });
  if (fault?.kind === "oneReason" && reason instanceof TransactionCanceledException) {
    const all = reason.CancellationReasons ?? [];
    const last = all.findLastIndex(({ Code }) => Code === "ConditionalCheckFailed");
    reason.CancellationReasons = all.map((one, at) => (at === last ? one : { Code: "None" }));
  }
  return answer;
};

/** Tables behind faults: of an engine, or without one in memory with shared rows. */
export const faultyTables = (engine: string) => {
  const rows = new MemoryTable();
  const none: Faults = () => undefined;
  /** `seen`: number of requests by operation. */
  const way = { seen: new Map<string, number>(), faults: none };

  /** As with an engine, other requests are served in between, and the next request comes at a later instant. */
  const waited = async (operation: string) => {
    const start = performance.now();
    if (/Get|Query|Scan/.test(operation)) await turn();
    else
      do await sleep(1);
      while (performance.now() < start + 1);
  };

  const deliver = async <Answer>(operation: string, input: Input, pass: () => Promise<Answer>) => {
    way.seen.set(operation, (way.seen.get(operation) ?? 0) + 1);
    const { faults } = way;
    const body =
      faults === none ? "" : JSON.stringify(marshall(input, { removeUndefinedValues: true }));
    const fault = faults(operation, body);
    const refusal = refused(fault, body, input);
    if (refusal) throw refusal;
    if (!engine) await waited(operation);
    if (fault?.kind !== "held") return spoilt(fault, pass());
    const late = fault.go.then(pass).finally(fault.landed);
    if (!fault.lost) return late;
    late.catch(() => {});
    throw connectionLost();
  };

  const open = (settings: TableSettings): Table => {
    const table = openTable({ ...settings, ...(engine ? { endpoint: engine } : {}) });
    if (!engine) rows.answerCommandsOf(table);
    // Delivers the request even if its sender gives up.
    takeOverSends(
      table,
      ({ name, input }, pass, abortSignal) =>
        new Promise((resolve, reject) => {
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason));
          deliver(name.replace(/Command$/, ""), input, pass).then(resolve, reject);
        }),
    );
    return table;
  };

  return { way, open, forget: rows.forget };
};
