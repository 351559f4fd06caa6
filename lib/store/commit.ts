import { type CancellationReason, TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import type { HistoryEvent } from "../domain/events.ts";
import { type Operation, replay, subjectOf, type Written } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { backoff, type Failure, failureOf, leastForWrite, type Table } from "./client.ts";
import { type Action, type Change, type Item, onTable } from "./expression.ts";
import { operationRow, receiptOf } from "./operations.ts";

/** The actions of a write beside the operation row; the name says whose condition failed. */
export type Effects<Name extends string> = readonly {
  readonly name: Name;
  readonly action: Action;
}[];

/** Rows of a write as they were found: by the name of their action. */
export type Found<Name extends string> = ReadonlyMap<Name, Item | undefined>;

/** Conditions that did not hold: the names of their actions, each with the item as it is. */
export type Unmet<Name extends string> = {
  readonly kind: "unmet";
  readonly failed: Found<Name>;
};

/** By whom a write is recorded, and at which instant: that of the attempt, or later if that is needed to keep the order; epoch ms. */
export type Stamp = Pick<Operation, "at" | "who">;

/**
 * Milliseconds. No attempt is older, because DynamoDB refuses a signature of that age: an instant further ahead is of a wrong clock, and
 * holds up nobody.
 */
const farthest = 900_000;

const Ordered = z.object({ recorded_at: z.optional(z.int()) });

/** What is recorded at this instant comes after the last change of the row, which has the instant from now on. */
export const inOrder = (at: number) =>
  ({
    set: { recorded_at: at },
    when: [
      {
        any: [
          { absent: "recorded_at" },
          { attribute: "recorded_at", is: "<=", value: at - 1 },
          { attribute: "recorded_at", is: ">", value: at + farthest },
        ],
      },
    ],
  }) satisfies Change;

/** The first instant from this one on that comes after the last changes of the rows. */
const after = (at: number, rows: Found<string>): number => {
  const last = [...rows.values()].map((row) => Ordered.parse(row ?? {}).recorded_at ?? 0);
  return Math.max(at, ...last.filter((one) => one <= at + farthest).map((one) => one + 1));
};

type Write<Name extends string, Result> = {
  readonly result: Result;
  readonly event: HistoryEvent;
  readonly effects: Effects<Name>;
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
  operation: Operation,
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
  operation: Operation,
  { at }: Stamp,
  { result, event, effects }: Write<Name, Result>,
): Promise<Verdict<Name, Result>> => {
  const row = operationRow(operation, at, result, event);
  const actions = [row, ...effects.map(({ action }) => action)];
  const command = new TransactWriteCommand({
    TransactItems: actions.map((action) => onTable(table.name, action)),
  });
  try {
    await table.send(command, operation.deadline);
    return { kind: "recorded", result, replayed: false };
  } catch (error) {
    if (error instanceof TransactionCanceledException) return verdictOf(error, operation, effects);
    const failure = failureOf(error);
    if (failure === "fault") throw error;
    return { retry: failure };
  }
};

/**
 * Writes the operation row and its effects in ONE transaction, and tries until the deadline. After a lost answer the next attempt finds the
 * row. An attempt that is not after the last change of its rows is repeated with a later stamp. `found`: rows that were read before;
 * `write` gets them, and in a repeated attempt those whose conditions failed.
 * @throws KeptRefusal when the operation was refused before; Refusal `idempotencyKeyReused`; when the time is up, Refusal `timeout` if an
 * attempt may have been recorded, else `writeConflict` or `throttled`
 */
export const commit = async <Name extends string, Result>(
  table: Table,
  operation: Operation,
  write: (stamp: Stamp, found: Found<NoInfer<Name>>) => Write<Name, Result>,
  found: Found<NoInfer<Name>> = new Map(),
): Promise<Written<Result> | Unmet<Name>> => {
  const failures = new Set<Failure>();
  let last: Found<Name> = found;
  for (let tries = 0; operation.deadline.left() > leastForWrite; tries += 1) {
    const at = after(Math.max(operation.at, table.clock.now()), last);
    const stamp = { at, who: operation.who };
    const verdict = await tried(table, operation, stamp, write(stamp, last));
    if (!("retry" in verdict)) {
      if (verdict.kind === "recorded" || after(at, verdict.failed) === at) return verdict;
      last = verdict.failed;
      continue;
    }
    failures.add(verdict.retry);
    if (verdict.retry === "unknown") operation.attempts.doubt = true;
    if (verdict.retry === "conflict") table.count("Conflict");
    await backoff(table.clock, tries, operation.deadline, leastForWrite);
  }
  if (operation.attempts.doubt) throw new Refusal("timeout", {});
  throw failures.has("throttled") && !failures.has("conflict")
    ? new Refusal("throttled", {})
    : new Refusal("writeConflict", subjectOf(operation));
};
