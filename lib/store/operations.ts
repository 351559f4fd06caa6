import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { HistoryEvent } from "../domain/events.ts";
import type { Operation, Receipt, Receipts, Refused as RefusedScan } from "../domain/operation.ts";
import { type Condition, conditions } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { type Action, type Item, put, type Condition as RowCondition } from "./expression.ts";
import { historyKey, operationKey, refusalKey } from "./keys.ts";

/**
 * The version of the rows. It changes with their shape: during a deployment the older service still runs, and fails on a newer row instead
 * of misreading it.
 */
const version = 2;

const OperationRow = z.object({
  v: z.literal(version),
  fingerprint: z.string(),
  invocation: z.string(),
  result: z.unknown(),
});

const RecordedRow = z.object({ v: z.literal(version), event: HistoryEvent });

const Refused = z.object({
  condition: z.enum(Object.keys(conditions) as [Condition, ...Condition[]]),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});

const RefusalRow = z.object({
  v: z.literal(version),
  fingerprint: z.string(),
  invocation: z.string(),
  refusal: Refused,
  stands_until: z.int(),
});

/** The condition of a refusal that is kept; `undefined` for a write that was recorded. @throws Error when the row cannot be read */
export const refusedIn = (item: Item): Condition | undefined =>
  isRefusal(item) ? Refused.parse(item.refusal).condition : undefined;

const isRefusal = (item: Item): boolean => item.refusal !== undefined;

/**
 * What a write did, from its operation row; `undefined` for a refusal, which changed nothing.
 * @throws Error when it cannot be read
 */
export const eventOf = (item: Item): HistoryEvent | undefined =>
  isRefusal(item) ? undefined : RecordedRow.parse(item).event;

/** The receipt in an operation row. A refusal that has ended before this operation arrived does not count. */
export const receiptOf = (
  item: Item | undefined,
  { at }: Pick<Operation, "at">,
): Receipt | undefined => {
  if (!item) return undefined;
  if (isRefusal(item)) {
    const { fingerprint, invocation, refusal, stands_until } = RefusalRow.parse(item);
    return stands_until > at ? { fingerprint, invocation, refusal } : undefined;
  }
  const { fingerprint, invocation, result } = OperationRow.parse(item);
  return { fingerprint, invocation, result };
};

/**
 * The operation has no answer yet. A refusal is the answer for every request that arrived before its end, however late the attempts come.
 * A receipt has no end.
 */
const unanswered = ({ at }: Operation): RowCondition[] => [
  { any: [{ absent: "pk" }, { attribute: "stands_until", is: "<=", value: at }] },
];

/** Seconds for which a refusal is kept after its end: longer than any attempt lives, which would be recorded without the row. */
const keptAfter = 86_400;

const refusalRow = (operation: Operation, refusal: RefusedScan, { location: { shards } }: Site) => {
  const { zongpai, id, fingerprint, invocation, who, at, route, refusalStands, asked } = operation;
  const stands_until = at + refusalStands;
  const row = {
    v: version,
    route,
    zongpai,
    fingerprint,
    invocation,
    refusal,
    who,
    at,
    stands_until,
  };
  const expires_at = Math.ceil(stands_until / 1_000) + keptAfter;
  const listed = asked ? { ...refusalKey(zongpai, at, id, shards), asked } : {};
  return put(
    { ...operationKey(zongpai, id), ...row, ...listed, expires_at },
    unanswered(operation),
  );
};

/**
 * The operation row: the history of the goods and the receipt of the request in one. Its condition closes the race of a request that is
 * sent twice: the second transaction finds the row and answers from it.
 */
export const operationRow = (operation: Operation, result: unknown, event: HistoryEvent): Action =>
  put(
    {
      ...operationKey(operation.zongpai, operation.id),
      ...(operation.inHistory ? historyKey(operation.zongpai, operation.at, operation.id) : {}),
      v: version,
      route: operation.route,
      zongpai: operation.zongpai,
      who: operation.who,
      at: operation.at,
      fingerprint: operation.fingerprint,
      invocation: operation.invocation,
      event: HistoryEvent.parse(event),
      result,
      expires_at: operation.expiresAt,
    },
    unanswered(operation),
  );

/** The rows of refusals. */
export const operationStore = ({ name, read }: Table, site: Site): Receipts => ({
  refuse: async (operation, refusal) => {
    const { fingerprint, invocation } = operation;
    const { Put } = refusalRow(operation, refusal, site);
    try {
      await read(new PutCommand({ TableName: name, ...Put }), operation.deadline);
      return { fingerprint, invocation, refusal };
    } catch (error) {
      const item =
        error instanceof ConditionalCheckFailedException && error.Item
          ? unmarshall(error.Item)
          : undefined;
      const known = receiptOf(item, operation);
      if (!known) throw error;
      return known;
    }
  },
});
