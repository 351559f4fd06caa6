import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { Operation, Receipt, Receipts } from "../domain/operation.ts";
import { documents, read, tableName } from "./client.ts";
import { type Action, type Item, put } from "./expression.ts";
import { operationKey } from "./keys.ts";

/** Version of the operation row's shape; a change of shape is a new version, old rows stay readable. */
const version = 1;

const OperationRow = z.object({ v: z.literal(version), fingerprint: z.string(), invocation: z.string(), result: z.unknown() });

/** Reads an operation row that a transaction or a read gave back. */
export const receiptOf = (item: Item): Receipt => {
  const { fingerprint, invocation, result } = OperationRow.parse(item);
  return { fingerprint, invocation, result };
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
    },
    [{ absent: "pk" }],
  );

/** Strongly consistent reads of operation rows. */
export const operations: Receipts = {
  find: async (operation) => {
    const { Item: item } = await read(operation.deadline, (options) =>
      documents.send(
        new GetCommand({ TableName: tableName, Key: operationKey(operation.zongpai, operation.id), ConsistentRead: true }),
        options,
      ),
    );
    return item ? receiptOf(item) : undefined;
  },
};
