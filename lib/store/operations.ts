import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, type PutCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import type { Operation, Receipt, Receipts } from "../domain/operation.ts";
import { type Condition, conditions } from "../errors.ts";
import { documents, read, tableName } from "./client.ts";
import { type Action, type Item, put, type Condition as RowCondition } from "./expression.ts";
import { operationKey } from "./keys.ts";

/** Version of the operation row's shape; a change of shape is a new version, old rows stay readable. */
const version = 1;

const OperationRow = z.object({ v: z.literal(version), fingerprint: z.string(), invocation: z.string(), result: z.unknown() });

/** Another version than a receipt's: a service that does not know refusals must fail at one and not take it for a receipt. */
const refusalVersion = 2;

const RefusalRow = z.object({
  v: z.literal(refusalVersion),
  fingerprint: z.string(),
  invocation: z.string(),
  refusal: z.object({
    condition: z.enum(Object.keys(conditions) as [Condition, ...Condition[]]),
    detail: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  stands_until: z.int(),
});

/** Whether a row in the history of goods is a refusal, which changed nothing. */
export const isRefusal = (item: Item): boolean => item.refusal !== undefined;

/** Reads an operation row that a transaction or a read gave back; a refusal that stands no more for this operation is none. */
export const receiptOf = (item: Item | undefined, { at }: Pick<Operation, "at">): Receipt | undefined => {
  if (!item) return undefined;
  if (isRefusal(item)) {
    const { fingerprint, invocation, refusal, stands_until } = RefusalRow.parse(item);
    return stands_until > at ? { fingerprint, invocation, refusal } : undefined;
  }
  const { fingerprint, invocation, result } = OperationRow.parse(item);
  return { fingerprint, invocation, result };
};

/**
 * No answer is there. A refusal stands for every request that arrived before its end, however late that request's attempts are: the
 * arrival counts and not the clock. A receipt has no end, so it never yields.
 */
const unanswered = ({ at }: Operation): RowCondition[] => [{ any: [{ absent: "pk" }, { attribute: "stands_until", is: "<=", value: at }] }];

/** Seconds for which a refusal that stands no more is kept, longer than any attempt lives: an absent row stops nobody. */
const keptAfter = 86_400;

const refusalRow = (operation: Operation, refusal: { condition: Condition; detail: object }): Action => {
  const { zongpai, id, fingerprint, invocation, who, at, route, refusalStands } = operation;
  const stands_until = at + refusalStands;
  const row = { v: refusalVersion, route, fingerprint, invocation, refusal, who, at, stands_until };
  const expires_at = Math.ceil(stands_until / 1_000) + keptAfter;
  return put({ ...operationKey(zongpai, id), ...row, expires_at }, unanswered(operation));
};

/**
 * The operation row: history of the goods and receipt of the request at once. Its condition closes the race of a request
 * sent twice: whichever transaction comes second finds the row and answers from it.
 */
export const operationRow = (operation: Operation, result: unknown, change: Item): Action =>
  put(
    {
      ...operationKey(operation.zongpai, operation.id),
      v: version,
      route: operation.route,
      zongpai: operation.zongpai,
      who: operation.who,
      at: operation.at,
      fingerprint: operation.fingerprint,
      invocation: operation.invocation,
      change,
      result,
      expires_at: operation.expiresAt,
    },
    unanswered(operation),
  );

/** Strongly consistent reads of operation rows, and the rows of refusals. */
export const operations: Receipts = {
  find: async (operation) => {
    const { Item: item } = await read(operation.deadline, (options) =>
      documents.send(
        new GetCommand({ TableName: tableName, Key: operationKey(operation.zongpai, operation.id), ConsistentRead: true }),
        options,
      ),
    );
    return receiptOf(item, operation);
  },
  refuse: async (operation, { condition, detail }) => {
    const { fingerprint, invocation } = operation;
    const refusal = { condition, detail };
    const { Put } = refusalRow(operation, refusal);
    try {
      await read(operation.deadline, (options) => documents.send(new PutCommand(Put as PutCommandInput), options));
      return { fingerprint, invocation, refusal };
    } catch (error) {
      const item = error instanceof ConditionalCheckFailedException && error.Item ? unmarshall(error.Item) : undefined;
      const known = receiptOf(item, operation);
      if (!known) throw error;
      return known;
    }
  },
};
