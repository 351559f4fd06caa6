import { type CancellationReason, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { HistoryEvent } from "../domain/events.ts";
import { type Operation, replay, type Written } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { backoff, type Failure, failureOf, leastForWrite, type Table } from "./client.ts";
import { type Action, type Item, onTable } from "./expression.ts";
import { operationRow, receiptOf } from "./operations.ts";

/** The actions of a write beside the operation row; the name says whose condition failed. */
export type Effects<Name extends string> = readonly {
  readonly name: Name;
  readonly action: Action;
}[];

/** Conditions that did not hold: the names of their actions, each with the item as it is. */
export type Unmet<Name extends string> = {
  readonly kind: "unmet";
  readonly failed: ReadonlyMap<Name, Item | undefined>;
};

type Write<Result> = {
  readonly operation: Operation;
  readonly result: Result;
  readonly event: HistoryEvent;
};

type Verdict<Name extends string, Result> = { retry: Failure } | Written<Result> | Unmet<Name>;

/** The document client converts answers, not errors. */
const itemOf = ({ Item }: CancellationReason): Item | undefined => Item && unmarshall(Item);

/**
 * Reads a cancelled transaction in this order: is the operation answered already; must it be tried again; which conditions failed. A
 * conflict comes before a failed condition, because the other write may be an earlier attempt of this request.
 */
const verdictOf = <Name extends string, Result>(
  cancelled: TransactionCanceledException,
  { operation }: Write<Result>,
  effects: Effects<Name>,
): Verdict<Name, Result> => {
  const reasons = cancelled.CancellationReasons ?? [];
  const [row, ...others] = reasons;
  const receipt =
    row?.Code === "ConditionalCheckFailed" ? receiptOf(itemOf(row), operation) : undefined;
  if (receipt) return replay(receipt, operation);
  const again = reasons.map(({ Code }) => failureOf({ name: Code }));
  // An expression or a key that DynamoDB does not take is our fault.
  if (reasons.some(({ Code }) => Code === "ValidationError")) throw cancelled;
  if (again.includes("conflict")) return { retry: "conflict" };
  if (again.includes("throttled")) return { retry: "throttled" };
  const failed = effects.flatMap(({ name }, at) => {
    const reason = others[at];
    return reason?.Code === "ConditionalCheckFailed" ? [[name, itemOf(reason)] as const] : [];
  });
  // No action says why: the item of the operation row is missing, or the reason is undocumented.
  if (failed.length === 0) return { retry: "unknown" };
  return { kind: "unmet", failed: new Map(failed) };
};

const tried = async <Name extends string, Result>(
  table: Table,
  command: TransactWriteCommand,
  record: Write<Result>,
  effects: Effects<Name>,
): Promise<Verdict<Name, Result>> => {
  try {
    await table.send(command, record.operation.deadline);
    return { kind: "recorded", result: record.result, replayed: false };
  } catch (error) {
    if (error instanceof TransactionCanceledException) return verdictOf(error, record, effects);
    const failure = failureOf(error);
    if (failure === "fault") throw error;
    return { retry: failure };
  }
};

/**
 * Writes the operation row and its effects in ONE transaction, and tries until the deadline. After a lost answer the next attempt finds the
 * row.
 * @throws KeptRefusal when the operation was refused before; Refusal `idempotencyKeyReused`; when the time is up, Refusal `timeout` if an
 * attempt may have been recorded, else `writeConflict` or `throttled`
 */
export const commit = async <Name extends string, Result>(
  table: Table,
  record: Write<Result>,
  effects: Effects<Name>,
): Promise<Written<Result> | Unmet<Name>> => {
  const { operation, result, event } = record;
  const row = operationRow(operation, result, event);
  const actions = [row, ...effects.map(({ action }) => action)].map((action) =>
    onTable(table.name, action),
  );
  const seen = new Set<Failure>();
  for (let tries = 0; operation.deadline.left() > leastForWrite; tries += 1) {
    const command = new TransactWriteCommand({ TransactItems: actions });
    const verdict = await tried(table, command, record, effects);
    if (!("retry" in verdict)) return verdict;
    seen.add(verdict.retry);
    if (verdict.retry === "unknown") operation.attempts.doubt = true;
    if (verdict.retry === "conflict") table.count("Conflict");
    await backoff(table.clock, tries, operation.deadline, leastForWrite);
  }
  if (operation.attempts.doubt) throw new Refusal("timeout", {});
  throw seen.has("throttled") && !seen.has("conflict")
    ? new Refusal("throttled", {})
    : new Refusal("writeConflict", { zongpai: operation.zongpai });
};
