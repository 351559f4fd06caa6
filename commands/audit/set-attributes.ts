import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { within } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import { still, update } from "#lib/store/expression.ts";
import type { Key } from "#lib/store/keys.ts";

/** Milliseconds for one row, its retries included. */
const patience = 10_000;

/** What each attribute is, or `undefined` if it is not there, and what it shall be. */
type Changes = Readonly<Record<string, { readonly from: string | undefined; readonly to: string }>>;

/**
 * Sets attributes that change nothing of the goods (a row's place in the index, a name), so it needs no operation row, and may be repeated.
 * @returns whether they were set; not if another write changed them or deleted the row meanwhile
 */
export const setAttributes = async (table: Table, key: Key, changes: Changes): Promise<boolean> => {
  const all = Object.entries(changes);
  const { Update } = update(key, {
    set: Object.fromEntries(all.map(([attribute, { to }]) => [attribute, to])),
    when: [{ present: "pk" }, ...all.map(([attribute, { from }]) => still(attribute, from))],
  });
  try {
    await table.read(new UpdateCommand({ TableName: table.name, ...Update }), within(patience));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // An earlier attempt whose answer was lost may have set them.
    const row = error.Item ? unmarshall(error.Item) : {};
    return all.every(([attribute, { to }]) => row[attribute] === to);
  }
};
