import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { HistoryEvent } from "../domain/events.ts";
import {
  type Operation,
  type OperationReceipt,
  type ReceiptStore,
  type RefusalRecord,
  refusalLifetimeMs,
  subjectOf,
} from "../domain/operation.ts";
import { type Condition, conditions } from "../errors.ts";
import type { Table } from "./client.ts";
import {
  putAction,
  type RowCondition,
  type TableItem,
  type TransactionAction,
} from "./expression.ts";
import { historyKey, operationKey, refusalKey, type TableKey } from "./keys.ts";
import { readItems } from "./query.ts";

/** Changes with the shape of the rows: during a deployment the older service fails on a newer row instead of misreading it. */
const rowVersion = 2;

const ReceiptRow = z.object({
  v: z.literal(rowVersion),
  fingerprint: z.string(),
  invocation: z.string(),
});

const ResultRow = z.object({ ...ReceiptRow.shape, result: z.unknown() });

const RecordedRow = z.object({ v: z.literal(rowVersion), event: HistoryEvent });

const RefusalAttribute = z.object({
  condition: z.enum(Object.keys(conditions) as [Condition, ...Condition[]]),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});

const RefusalRow = z.object({
  ...ReceiptRow.shape,
  refusal: RefusalAttribute,
  stands_until: z.int(),
});

/** The refusal in a row; `undefined` for a write. @throws Error when the row cannot be read */
export const refusalIn = (item: TableItem): RefusalRecord | undefined =>
  isRefusal(item) ? RefusalAttribute.parse(item.refusal) : undefined;

const isRefusal = (item: TableItem): boolean => item.refusal !== undefined;

/** The effect of a write; `undefined` for a refusal. @throws Error when the row cannot be read */
export const eventOf = (item: TableItem): HistoryEvent | undefined =>
  isRefusal(item) ? undefined : RecordedRow.parse(item).event;

/** The receipt in an operation row, unless it is a refusal that ended before this operation arrived. */
export const receiptOf = (
  item: TableItem | undefined,
  { at }: Pick<Operation, "at">,
): OperationReceipt | undefined => {
  if (!item) return undefined;
  if (isRefusal(item)) {
    const { fingerprint, invocation, refusal, stands_until } = RefusalRow.parse(item);
    return stands_until > at ? { fingerprint, invocation, refusal } : undefined;
  }
  const { fingerprint, invocation, result } = ResultRow.parse(item);
  return { fingerprint, invocation, result };
};

/**
 * The operation has no answer yet. A result is always its answer; a refusal is the answer of every request that arrived before the refusal's
 * end, however late its attempts are.
 */
const unansweredConditions = ({ at }: Operation): RowCondition[] => [
  { any: [{ absent: "pk" }, { attribute: "stands_until", is: "<=", value: at }] },
];

/** Seconds for which a refusal is kept after its end: longer than any attempt lives. */
const keptAfterSeconds = 86_400;

const rowOf = (operation: Operation, at: number) => {
  const { route, id, fingerprint, invocation, who } = operation;
  const key = operationKey(operation, id);
  const subject = subjectOf(operation);
  return { ...key, v: rowVersion, route, ...subject, fingerprint, invocation, who, at };
};

const putRefusalRow = (operation: Operation, refusal: RefusalRecord) => {
  const { zongpai, box_no, id, at, asked } = operation;
  const stands_until = at + refusalLifetimeMs;
  const expires_at = Math.ceil(stands_until / 1_000) + keptAfterSeconds;
  const listed = asked ? { ...refusalKey(zongpai ?? box_no, at, id), asked: asked() } : {};
  const row = { ...rowOf(operation, at), refusal, stands_until, expires_at, ...listed };
  return putAction(row, unansweredConditions(operation));
};

/**
 * The operation row, recorded at an instant, is the history of the goods and the receipt of the request in one. If a request is sent twice,
 * the second transaction fails on its condition and answers from the row. The index has only rows of goods, because no endpoint lists the
 * operations of a box by itself.
 */
export const putOperationRow = (
  operation: Operation,
  at: number,
  result: unknown,
  event: HistoryEvent,
): TransactionAction => {
  const { zongpai, id, inHistory, expiresAt } = operation;
  const isIndexed = inHistory && zongpai !== undefined;
  const indexKey = isIndexed ? historyKey(zongpai, at, id) : {};
  const row = {
    ...rowOf(operation, at),
    ...indexKey,
    event: HistoryEvent.parse(event),
    result,
    expires_at: expiresAt,
  };
  return putAction(row, unansweredConditions(operation));
};

/** Reads rows, and the receipt in the row of the operation. */
export const readWithReceipt = async (
  operation: Operation,
  table: Table,
  ...keys: readonly TableKey[]
) => {
  const all = [operationKey(operation, operation.id), ...keys];
  const [row, ...items] = await readItems(table, all, operation.deadline);
  return { receipt: receiptOf(row, operation), items };
};

export const receiptStore = ({ name, read }: Table): ReceiptStore => ({
  storeRefusal: async (operation, refusal) => {
    const { fingerprint, invocation } = operation;
    const { Put } = putRefusalRow(operation, refusal);
    try {
      await read(new PutCommand({ TableName: name, ...Put }), operation.deadline);
      return { fingerprint, invocation, refusal };
    } catch (error) {
      const found = error instanceof ConditionalCheckFailedException ? error.Item : undefined;
      const receipt = receiptOf(found && unmarshall(found), operation);
      if (!receipt) throw error;
      return receipt;
    }
  },
});
