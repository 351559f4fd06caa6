import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { DynamoDBServiceException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { MemoryTable } from "#infra/local/memory-table.ts";
import { systemClock } from "#lib/clock.ts";
import { openTable, repeated, type Table, type TableSettings } from "#lib/store/client.ts";
import { type Fault, type FaultyEndpoint, lastReason, refusalOf } from "./faulty-endpoint.ts";

const connectionLost = () => Object.assign(new Error("injected"), { code: "ECONNRESET" });

type Input = { readonly TransactItems?: readonly unknown[] };

/** What is answered in place of the table, if anything. */
export const refused = (
  fault: Fault | undefined,
  body = "",
  { TransactItems = [] }: Input = {},
): Error | undefined => {
  const refusal = refusalOf(fault, body, () => TransactItems);
  if (!refusal) return undefined;
  const { status, type: name, message = "injected", CancellationReasons } = refusal;
  const $metadata = { httpStatusCode: status };
  if (CancellationReasons)
    return new TransactionCanceledException({ $metadata, message, CancellationReasons });
  const $fault = status < 500 ? "client" : "server";
  return new DynamoDBServiceException({ $metadata, $fault, name, message });
};

/** What the table's answer becomes on its way back. */
export const spoilt = async <Answer>(fault: Fault | undefined, answer: Promise<Answer>) => {
  const [{ reason }] = (await Promise.allSettled([answer])) as [{ readonly reason?: unknown }];
  if (fault?.kind === "answerLost" || fault?.kind === "half") throw connectionLost();
  if (fault?.kind === "errorAfter") throw refused({ kind: "error" });
  if (fault?.kind === "oneReason" && reason instanceof TransactionCanceledException)
    reason.CancellationReasons = lastReason(reason.CancellationReasons);
  return answer;
};

type Way = Pick<FaultyEndpoint, "seen" | "faults">;

/** Tables that share rows in memory, behind the faults of `startFaultyEndpoint`. */
export const memoryTables = () => {
  let rows = new MemoryTable();
  const opened: Table[] = [];
  const none = () => undefined;
  const way: Way = { seen: new Map(), faults: none };

  const deliver = async <Answer>(operation: string, input: Input, pass: () => Promise<Answer>) => {
    way.seen.set(operation, (way.seen.get(operation) ?? 0) + 1);
    const { faults } = way;
    const body =
      faults === none ? "" : JSON.stringify(marshall(input, { removeUndefinedValues: true }));
    const fault = faults(operation, body);
    const refusal = refused(fault, body, input);
    if (refusal) throw refusal;
    if (fault?.kind === "drop") throw connectionLost();
    if (fault?.kind === "delay") await sleep(fault.ms);
    // Others are served in between, as by an engine, and what follows a write is at a later instant.
    const start = performance.now();
    if (/Get|Query|Scan/.test(operation)) await turn();
    else
      do await sleep(1);
      while (performance.now() < start + 1);
    if (fault?.kind !== "held") return spoilt(fault, pass());
    const late = fault.go.then(pass).finally(fault.landed);
    if (!fault.lost) return late;
    late.catch(() => {});
    throw connectionLost();
  };

  const open = (settings: TableSettings): Table => {
    const table = openTable(settings);
    const { clock = systemClock, attemptLimit = Number.POSITIVE_INFINITY } = settings;
    table.documents.middlewareStack.add(
      (next, { commandName = "" }) =>
        (args) =>
          deliver(commandName.replace(/Command$/, ""), args.input as Input, () => next(args)),
      { step: "initialize", priority: "low", name: "faults" },
    );
    rows.answer(table);
    opened.push(table);
    /** No handler of the SDK's, which would end an attempt, is reached. */
    const send: Table["send"] = async (command, deadline) => {
      const limit = Math.max(1, Math.min(attemptLimit, deadline.left()));
      const { signal, cancel } = clock.timeout(limit);
      const given = Promise.withResolvers<never>();
      signal.addEventListener("abort", () => given.reject(signal.reason));
      try {
        return await Promise.race([table.documents.send(command), given.promise]);
      } finally {
        cancel();
      }
    };
    const read: Table["read"] = (command, deadline) =>
      repeated(clock, deadline, () => send(command, deadline));
    return { ...table, send, read };
  };

  const empty = async () => {
    rows = new MemoryTable();
    for (const table of opened) {
      table.documents.middlewareStack.remove("memoryTable");
      rows.answer(table);
    }
  };

  return { way, open, empty, stop: async () => {} };
};
