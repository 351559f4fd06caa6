import {
  type CancellationReason,
  TransactionCanceledException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import type { HistoryEvent } from "../domain/events.ts";
import {
  type Operation,
  type RecordedWrite,
  replayReceipt,
  subjectOf,
} from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import {
  type FailureKind,
  failureOf,
  leastForWriteMs,
  type Table,
  WrongClockError,
  waitBackoff,
} from "./client.ts";
import {
  addressToTable,
  type RowChange,
  type TableItem,
  type TransactionAction,
} from "./expression.ts";
import { putOperationRow, receiptOf } from "./operations.ts";

/** The actions of a write next to its operation row; the name says whose condition failed. */
export type WriteEffects<Name extends string> = readonly {
  readonly name: Name;
  readonly action: TransactionAction;
}[];

/** Rows of a write as they were found: by the name of their action. */
export type FoundRows<Name extends string> = ReadonlyMap<Name, TableItem | undefined>;

/** Conditions that did not hold: the names of their actions, each with the current item. */
export type UnmetConditions<Name extends string> = {
  readonly kind: "unmet";
  readonly failed: FoundRows<Name>;
};

/** The caller, and the recorded instant in epoch milliseconds: that of the attempt, or a later one if the order requires it. */
export type WriteStamp = Pick<Operation, "at" | "who">;

/**
 * No attempt is older than this, because DynamoDB refuses its signature. So an instant further ahead comes from a wrong clock, and no write
 * waits for it.
 */
const farthestAheadMs = 900_000;

const OrderedRow = z.object({ recorded_at: z.optional(z.int()) });

/** Requires that this instant is later than the last change of the row, and stores it as the last change. */
export const keepOrder = (at: number) =>
  ({
    set: { recorded_at: at },
    when: [
      {
        any: [
          { absent: "recorded_at" },
          { attribute: "recorded_at", is: "<=", value: at - 1 },
          { attribute: "recorded_at", is: ">", value: at + farthestAheadMs },
        ],
      },
    ],
  }) satisfies RowChange;

/** The first instant from this one on that comes after the last changes of the rows. */
const nextInstant = (at: number, rows: FoundRows<string>): number => {
  const lastChanges = [...rows.values()].map((row) => OrderedRow.parse(row ?? {}).recorded_at ?? 0);
  const credible = lastChanges.filter((instant) => instant <= at + farthestAheadMs);
  return Math.max(at, ...credible.map((instant) => instant + 1));
};

type PreparedWrite<Name extends string, Result> = {
  readonly result: Result;
  readonly event: HistoryEvent;
  readonly effects: WriteEffects<Name>;
};

type AttemptVerdict<Name extends string, Result> =
  | { retry: FailureKind; error?: unknown }
  | RecordedWrite<Result>
  | UnmetConditions<Name>;

const itemOf = ({ Item }: CancellationReason): TableItem | undefined => Item && unmarshall(Item);

/**
 * Reads a cancelled transaction in this order: is the operation answered already; must it be tried again; which conditions failed. A
 * conflict comes before a failed condition, because the other write may be an earlier attempt of this request.
 */
const verdictOf = <Name extends string, Result>(
  cancelled: TransactionCanceledException,
  operation: Operation,
  effects: WriteEffects<Name>,
): AttemptVerdict<Name, Result> => {
  const reasons = cancelled.CancellationReasons ?? [];
  const [ofOperation, ...ofEffects] = reasons;
  const isRowThere = ofOperation?.Code === "ConditionalCheckFailed";
  const receipt = isRowThere ? receiptOf(itemOf(ofOperation), operation) : undefined;
  if (receipt) return replayReceipt(receipt, operation);
  const failures = reasons.map(({ Code }) => failureOf({ name: Code }));
  // An expression or a key that DynamoDB does not take is our fault.
  if (reasons.some(({ Code }) => Code === "ValidationError")) throw cancelled;
  if (failures.includes("conflict")) return { retry: "conflict" };
  if (failures.includes("throttled")) return { retry: "throttled" };
  const failed = effects.flatMap(({ name }, index) => {
    const reason = ofEffects[index];
    return reason?.Code === "ConditionalCheckFailed" ? [[name, itemOf(reason)] as const] : [];
  });
  // No action says why: the item of the operation row is missing, or the reason is undocumented.
  if (failed.length === 0) return { retry: "unknown" };
  return { kind: "unmet", failed: new Map(failed) };
};

const attemptWrite = async <Name extends string, Result>(
  table: Table,
  operation: Operation,
  { at }: WriteStamp,
  { result, event, effects }: PreparedWrite<Name, Result>,
): Promise<AttemptVerdict<Name, Result>> => {
  const row = putOperationRow(operation, at, result, event);
  const actions = [row, ...effects.map(({ action }) => action)];
  const command = new TransactWriteItemsCommand({
    TransactItems: actions.map((action) => addressToTable(table.name, action)),
  });
  try {
    await table.transact(command, operation.deadline);
    return { kind: "recorded", result, replayed: false };
  } catch (error) {
    if (error instanceof TransactionCanceledException) return verdictOf(error, operation, effects);
    const failure = failureOf(error);
    if (failure === "fault") throw error;
    return { retry: failure, error };
  }
};

/**
 * Writes the operation row and its effects in ONE transaction, and tries until the deadline. After a lost answer the next attempt finds the
 * row. An attempt that is not after the last change of its rows is repeated with a later stamp. `found`: rows that were read before;
 * `write` gets them, and in a repeated attempt those whose conditions failed.
 * @throws KeptRefusal when the operation was refused before; Refusal `idempotencyKeyReused`; when the time is up, Refusal `timeout` if an
 * attempt may have been recorded, else `writeConflict`, `throttled` or WrongClockError
 */
export const commit = async <Name extends string, Result>(
  table: Table,
  operation: Operation,
  write: (stamp: WriteStamp, found: FoundRows<NoInfer<Name>>) => PreparedWrite<Name, Result>,
  found: FoundRows<NoInfer<Name>> = new Map(),
): Promise<RecordedWrite<Result> | UnmetConditions<Name>> => {
  const failures = new Set<FailureKind>();
  let lastError: unknown;
  let lastFound: FoundRows<Name> = found;
  for (let tries = 0; operation.deadline.left() > leastForWriteMs; tries += 1) {
    const at = nextInstant(Math.max(operation.at, table.clock.now()), lastFound);
    const stamp = { at, who: operation.who };
    const verdict = await attemptWrite(table, operation, stamp, write(stamp, lastFound));
    if (!("retry" in verdict)) {
      if (verdict.kind === "recorded") return verdict;
      const isInOrder = nextInstant(at, verdict.failed) === at;
      if (isInOrder) return verdict;
      lastFound = verdict.failed;
      continue;
    }
    failures.add(verdict.retry);
    lastError = verdict.error;
    if (verdict.retry === "unknown") operation.attempts.doubt = true;
    if (verdict.retry === "conflict") table.count("Conflict");
    await waitBackoff(table.clock, tries, operation.deadline, leastForWriteMs);
  }
  if (operation.attempts.doubt) throw new Refusal("timeout", {});
  if (failures.size === 1 && failures.has("untimely")) throw new WrongClockError(lastError);
  const isThrottledAlone = failures.has("throttled") && !failures.has("conflict");
  throw isThrottledAlone
    ? new Refusal("throttled", {})
    : new Refusal("writeConflict", subjectOf(operation));
};
