import { refused, type Fault as Spoiling, spoilt } from "../support/faulty-table.ts";
import { type Armoury, type Fault, none } from "./faults.ts";
import { as, ownerNow, type World } from "./world.ts";

/** A command as the stores send it. */
export type Command = { readonly name: string; readonly input: Record<string, unknown> };
export type Answers = (command: Command) => Promise<object>;

export type Send = (command: Command, abortSignal: AbortSignal | undefined) => Promise<object>;

/** In milliseconds: DynamoDB refuses a request with an older signature. */
const signatureLasts = 900_000;

/** The faults of a request or its answer that other tests also use. */
const spoiling: Partial<Record<Fault["kind"], Spoiling>> = {
  reset: { kind: "answerLost" },
  conflict: { kind: "conflict" },
  throttle: { kind: "throttle" },
  oneReason: { kind: "oneReason" },
  error: { kind: "error" },
  errorAfter: { kind: "errorAfter" },
};

/** The conflict of a write outside a transaction. */
const singleConflict = () =>
  Object.assign(new Error("injected"), { name: "TransactionConflictException" });

/** The connection to the table. Requests and answers take turns and meet faults there; checks outside the world meet none. */
export const wayTo = (answers: Answers, { world, faults }: { world: World; faults: Armoury }) => {
  const travel = async (command: Command): Promise<object> => {
    const who = ownerNow() ?? {};
    const fault = faults.take("table") ?? none;
    const { kind } = fault;
    if (kind === "killed" || kind === "killedAfter") who.killed = true;
    if (kind === "frozen") world.freeze(who, fault.ms);
    if (kind === "killed") return new Promise(() => {});
    return as({}, async () => {
      await world.step();
      if (kind === "conflict" && !("TransactItems" in command.input)) throw singleConflict();
      const refusal = refused(spoiling[kind], "", command.input);
      if (refusal) throw refusal;
      if (kind === "late") {
        await world.sleep(fault.ms);
        if (fault.ms > signatureLasts) throw new Error("InvalidSignatureException");
      }
      const answer = await spoilt(spoiling[kind], answers(command));
      return kind === "answerLost" ? new Promise<object>(() => {}) : answer;
    });
  };
  const send: Send = (command, abortSignal) => {
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
