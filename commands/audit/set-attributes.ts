import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { within } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import { type Change, still, update } from "#lib/store/expression.ts";
import type { Key } from "#lib/store/keys.ts";
import type { Difference } from "./faults.ts";

/** Milliseconds for one row, its retries included. */
const patience = 10_000;

type Correction = Pick<Difference, "attribute" | "found" | "expected">;

/** Sets attributes to what is expected; an absent one is removed. */
export const corrected = (corrections: readonly Correction[]): Pick<Change, "set" | "remove"> => ({
  set: Object.fromEntries(
    corrections.flatMap(({ attribute, expected }) =>
      expected === undefined ? [] : [[attribute, expected]],
    ),
  ),
  remove: corrections.flatMap(({ attribute, expected }) =>
    expected === undefined ? [attribute] : [],
  ),
});

/** The same, unless the row was changed or deleted since it was read. */
export const correctedRow = (key: Key, corrections: readonly Correction[]) =>
  update(key, {
    ...corrected(corrections),
    when: [
      { present: "pk" },
      ...corrections.map(({ attribute, found }) => still(attribute, found)),
    ],
  });

/** Sets attributes without an operation row; gives `false` if another write changed them or deleted the row meanwhile. */
export const setAttributes = async (table: Table, key: Key, corrections: readonly Correction[]) => {
  const input = { TableName: table.name, ...correctedRow(key, corrections).Update };
  try {
    await table.read(new UpdateCommand(input), within(patience));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // An earlier attempt whose answer was lost may have set them.
    const row = error.Item ? unmarshall(error.Item) : {};
    return corrections.every(({ attribute, expected }) => row[attribute] === expected);
  }
};
