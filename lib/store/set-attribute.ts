import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { within } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import { update } from "./expression.ts";
import type { Key } from "./keys.ts";

/** Milliseconds for one row, its retries included. */
const patience = 10_000;

/**
 * Sets an attribute that tells nothing new about the goods (a row's place in the index, a name), so it needs no operation row. It is safe
 * to send it twice, because it sets and does not add. Its condition closes the race with another write of the attribute.
 * @returns whether it was set here
 */
export const setAttribute = async (table: Table, key: Key, attribute: string, from: string, to: string): Promise<boolean> => {
  const { Update } = update(key, { set: { [attribute]: to }, when: [{ attribute, is: "=", value: from }] });
  try {
    await table.read(within(patience), (options) => table.documents.send(new UpdateCommand({ TableName: table.name, ...Update }), options));
    return true;
  } catch (error) {
    // An earlier attempt whose answer was lost may have set it.
    if (error instanceof ConditionalCheckFailedException) return error.Item?.[attribute]?.S === to;
    throw error;
  }
};
