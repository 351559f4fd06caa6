import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Table } from "./client.ts";
import { update } from "./expression.ts";
import type { Key } from "./keys.ts";

/** Milliseconds for one row, its retries included. */
const patience = 10_000;

/**
 * Sets an attribute that says nothing new of the goods, so it has no operation row: the row's place in the index, a name. It may be sent
 * twice, for it sets and does not add. Its condition closes the race with a write that sets the attribute itself.
 * @returns whether it was set here
 */
export const setAttribute = async (table: Table, key: Key, attribute: string, from: string, to: string): Promise<boolean> => {
  const end = Date.now() + patience;
  const { Update } = update(key, { set: { [attribute]: to }, when: [{ attribute, is: "=", value: from }] });
  try {
    await table.read({ left: () => end - Date.now() }, (options) =>
      table.documents.send(new UpdateCommand({ TableName: table.name, ...Update }), options),
    );
    return true;
  } catch (error) {
    // An earlier attempt whose answer was lost may have set it.
    if (error instanceof ConditionalCheckFailedException) return error.Item?.[attribute]?.S === to;
    throw error;
  }
};
