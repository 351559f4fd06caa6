import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import { type RowChange, unchanged, updateAction } from "#lib/store/expression.ts";
import type { TableKey } from "#lib/store/keys.ts";
import type { AttributeDifference } from "./counter-faults.ts";

/** The time limit for a row, including retries. */
const rowTimeoutMs = 10_000;

type AttributeCorrection = Pick<AttributeDifference, "attribute" | "found" | "expected">;

/** The change that sets attributes to the expected values, and removes those that should be absent. */
export const changeOfCorrections = (
  corrections: readonly AttributeCorrection[],
): Pick<RowChange, "set" | "remove"> => ({
  set: Object.fromEntries(
    corrections.flatMap(({ attribute, expected }) =>
      expected === undefined ? [] : [[attribute, expected]],
    ),
  ),
  remove: corrections.flatMap(({ attribute, expected }) =>
    expected === undefined ? [attribute] : [],
  ),
});

/** The corrections as an action on a row. It fails if the row has changed or was deleted since the read. */
export const correctRow = (key: TableKey, corrections: readonly AttributeCorrection[]) =>
  updateAction(key, {
    ...changeOfCorrections(corrections),
    when: [
      { present: "pk" },
      ...corrections.map(({ attribute, found }) => unchanged(attribute, found)),
    ],
  });

/** Sets attributes without an operation row. Returns `false` if another write changed them or deleted the row in the meantime. */
export const setAttributes = async (
  table: Table,
  key: TableKey,
  corrections: readonly AttributeCorrection[],
) => {
  const input = { TableName: table.name, ...correctRow(key, corrections).Update };
  try {
    await table.read(new UpdateCommand(input), deadlineWithin(rowTimeoutMs));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // An earlier attempt may have set them although its answer was lost.
    const row = error.Item ? unmarshall(error.Item) : {};
    return corrections.every(({ attribute, expected }) => row[attribute] === expected);
  }
};
