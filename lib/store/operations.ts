import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { HistoryEvent } from "../domain/history.ts";
import type { Operation, Receipt, Receipts, Refused } from "../domain/operation.ts";
import { type Condition, conditions } from "../errors.ts";
import type { Table } from "./client.ts";
import { type Action, type Item, put, type Condition as RowCondition } from "./expression.ts";
import { operationKey } from "./keys.ts";

/**
 * The version of the row that is written. A change of its shape is a new version, so that a service of the version before, which runs
 * beside this one during a deployment, fails at it and does not take it for something else. Old rows stay readable:
 * 1 has in `change` what its route had at hand, and no refusals; 2 has a HistoryEvent in `event`, or a refusal in the place of both
 * `event` and `result`.
 */
const version = 2;

const Version = z.literal([1, version]);

const OperationRow = z.object({ v: Version, fingerprint: z.string(), invocation: z.string(), result: z.unknown() });

const RefusalRow = z.object({
  v: z.literal(version),
  fingerprint: z.string(),
  invocation: z.string(),
  refusal: z.object({
    condition: z.enum(Object.keys(conditions) as [Condition, ...Condition[]]),
    detail: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  stands_until: z.int(),
});

const isRefusal = (item: Item): boolean => item.refusal !== undefined;

/** What the routes of version 1 did; nothing is added to it any more. */
const kindsOfVersion1: Readonly<Record<string, HistoryEvent["kind"]>> = {
  "post-box": "saved",
  "post-attachment-box": "saved",
  "edit-box": "corrected",
  "delete-box": "corrected",
  "patch-attachment-box": "corrected",
  "delete-attachment-box": "corrected",
  "post-trace-location": "moved",
  "post-attachment-location": "moved",
  "put-attachment-config": "configured",
  audit: "repaired",
};

/** A late scan was answered with the place that stayed. */
const eventOfVersion1 = ({ route, change, result }: Item): Item => {
  const { at: scanned_at, late, ...what } = change as Item;
  return { ...what, kind: kindsOfVersion1[String(route)], scanned_at, stays: late ? result : undefined };
};

/**
 * What an operation row of any version says that the write did; `undefined` for a refusal, which changed nothing.
 * @throws Error when it cannot be read
 */
export const eventOf = (item: Item): HistoryEvent | undefined => {
  if (isRefusal(item)) return undefined;
  return HistoryEvent.parse(Version.parse(item.v) === 1 ? eventOfVersion1(item) : item.event);
};

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

const refusalRow = (operation: Operation, refusal: Refused) => {
  const { zongpai, id, fingerprint, invocation, who, at, route, refusalStands } = operation;
  const stands_until = at + refusalStands;
  const row = { v: version, route, fingerprint, invocation, refusal, who, at, stands_until };
  const expires_at = Math.ceil(stands_until / 1_000) + keptAfter;
  return put({ ...operationKey(zongpai, id), ...row, expires_at }, unanswered(operation));
};

/**
 * The operation row: history of the goods and receipt of the request at once. Its condition closes the race of a request
 * sent twice: whichever transaction comes second finds the row and answers from it.
 */
export const operationRow = (operation: Operation, result: unknown, event: HistoryEvent): Action =>
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
      event: HistoryEvent.parse(event),
      result,
      expires_at: operation.expiresAt,
    },
    unanswered(operation),
  );

/** The rows of refusals. */
export const operationStore = ({ name, documents, read }: Table): Receipts => ({
  refuse: async (operation, refusal) => {
    const { fingerprint, invocation } = operation;
    const { Put } = refusalRow(operation, refusal);
    try {
      await read(operation.deadline, (options) => documents.send(new PutCommand({ TableName: name, ...Put }), options));
      return { fingerprint, invocation, refusal };
    } catch (error) {
      const item = error instanceof ConditionalCheckFailedException && error.Item ? unmarshall(error.Item) : undefined;
      const known = receiptOf(item, operation);
      if (!known) throw error;
      return known;
    }
  },
});
