import { DynamoDBServiceException, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { ScanCommandOutput } from "@aws-sdk/lib-dynamodb";
import { MemoryTable } from "#infra/local/memory-table.ts";
import type { Item } from "#lib/store/expression.ts";
import type { Key } from "#lib/store/keys.ts";
import type { Armoury } from "./faults.ts";
import { as, ownerNow, type World } from "./world.ts";

/** A command as the stores send it. */
export type Command = { readonly name: string; readonly input: Record<string, unknown> };
export type Answers = (command: Command) => Promise<object>;

type Sent = {
  readonly input: Record<string, unknown>;
  readonly clientCommand: { readonly constructor: { readonly name: string } };
};
export type Send = (command: Sent, options?: { abortSignal?: AbortSignal }) => Promise<object>;

const exception = (name: string, httpStatusCode: number) =>
  new DynamoDBServiceException({
    ...{ name, message: "injected", $fault: httpStatusCode < 500 ? "client" : "server" },
    $metadata: { httpStatusCode },
  });

const cancelled = (CancellationReasons: readonly { readonly Code?: string | undefined }[]) =>
  new TransactionCanceledException({
    ...{ message: "injected", $metadata: { httpStatusCode: 400 } },
    CancellationReasons: [...CancellationReasons],
  });

/** Milliseconds: DynamoDB refuses a request whose signature is older. */
const signatureLasts = 900_000;

/** What is answered in place of the table. */
const refusals: Readonly<Record<string, (command: Command) => Error>> = {
  error: () => exception("InternalServerError", 500),
  throttle: () => exception("ThrottlingException", 400),
  conflict: ({ name, input }) =>
    name === "TransactWriteItemsCommand"
      ? cancelled(
          (input.TransactItems as unknown[]).map((_, at) => ({
            Code: at === 0 ? "None" : "TransactionConflict",
          })),
        )
      : exception("TransactionConflictException", 400),
};

/** The table in memory, without faults. */
export const openMemory = () => {
  const table = new MemoryTable();
  const answers: Answers = async ({ name, input }) => table.ask(name, input);
  return {
    table,
    answers,
    /** A row as it is now. */
    peek: async (Key: Key) => {
      const input = { TableName: "", Key };
      return ((await answers({ name: "GetItemCommand", input })) as { Item?: Item }).Item;
    },
    all: async () => {
      const items: Item[] = [];
      let ExclusiveStartKey: object | undefined;
      do {
        const input = { TableName: "", ExclusiveStartKey };
        const page = (await answers({ name: "ScanCommand", input })) as ScanCommandOutput;
        items.push(...(page.Items ?? []));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return items;
    },
  };
};

/** The way to the table, on which requests and answers take their turns and meet faults; for nobody of this world there are none. */
export const wayTo = (answers: Answers, { world, faults }: { world: World; faults: Armoury }) => {
  const travel = async (command: Command): Promise<object> => {
    const who = ownerNow() ?? {};
    const fault = faults.take("table");
    const kind = fault?.kind ?? "none";
    if (kind === "killed" || kind === "killedAfter") who.killed = true;
    if (kind === "frozen") world.freeze(who, fault?.ms ?? 0);
    if (kind === "killed") return new Promise(() => {});
    return as({}, async () => {
      await world.step();
      const refusal = refusals[kind];
      if (refusal) throw refusal(command);
      if (kind === "late") await world.sleep(fault?.ms ?? 0);
      if (kind === "late" && (fault?.ms ?? 0) > signatureLasts)
        throw exception("InvalidSignatureException", 400);
      const made = answers(command);
      const answer = await made.catch((error) => {
        const all = (error as TransactionCanceledException).CancellationReasons;
        if (kind !== "oneReason" || !all) throw error;
        const failed = all.findLastIndex(({ Code }) => Code === "ConditionalCheckFailed");
        throw cancelled(all.map((reason, at) => (at === failed ? reason : { Code: "None" })));
      });
      if (kind === "answerLost") return new Promise<object>(() => {});
      if (kind === "reset") throw new Error("socket hang up");
      if (kind === "errorAfter") throw exception("InternalServerError", 500);
      return answer;
    });
  };
  const send: Send = ({ input, clientCommand }, { abortSignal } = {}) => {
    const command = { name: clientCommand.constructor.name, input };
    const who = ownerNow();
    if (!who) return answers(command);
    return new Promise((resolve, reject) => {
      abortSignal?.addEventListener("abort", () =>
        reject(Object.assign(new Error("aborted"), { name: "AbortError" })),
      );
      travel(command).then(
        (answer) => world.whenAwake(who, () => resolve(answer)),
        (error) => world.whenAwake(who, () => reject(error)),
      );
    });
  };
  return send;
};
