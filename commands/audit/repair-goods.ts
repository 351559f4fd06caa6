import { randomUUID } from "node:crypto";
import { systemClock } from "#lib/clock.ts";
import { type HistoryEvent, type RepairedAttribute, repairKinds } from "#lib/domain/events.ts";
import { keptFrom, type Operation, within } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { commit, type Effects } from "#lib/store/commit.ts";
import { type Action, type Change, still, update } from "#lib/store/expression.ts";
import { updateGoods } from "#lib/store/goods.ts";
import { byRow, type Difference, type RowDifferences } from "./differences.ts";
import { theRepair } from "./faults.ts";
import type { Judged } from "./judge-goods.ts";

const isSetByRepair = (difference: Difference): difference is RepairedAttribute =>
  (repairKinds as readonly string[]).includes(difference.kind);

/** Whether a repair can mend it. A missing goods row comes back when its counters are set. */
export const isRepairable = (difference: Difference): boolean =>
  isSetByRepair(difference) || difference.kind === "goodsMissing" || difference.kind === "shard";

/** Milliseconds for one repair, its retries included. */
const patience = 10_000;

/** Rows in one transaction. DynamoDB takes 100 actions; the operation row and the goods row need one each. */
const mostRows = 90;

const operationFor = (zongpai: string, who: string, site: Site): Operation => {
  const invocation = randomUUID();
  const at = Date.now();
  return {
    route: "audit",
    id: `s#${invocation}`,
    invocation,
    fingerprint: invocation,
    zongpai,
    who,
    at,
    deadline: within(patience, systemClock, at),
    shared: false,
    refusalStands: 0,
    attempts: { doubt: false },
    ...keptFrom(at, site),
  };
};

/** The id of the repair stands for `theRepair`. */
const storedOf = <Value>(expected: Value, { id }: Operation): Value | string =>
  expected === theRepair ? id : expected;

const corrected = (
  differences: readonly Difference[],
  operation: Operation,
): Pick<Change, "set" | "remove"> => ({
  set: Object.fromEntries(
    differences.flatMap(({ attribute, expected }) =>
      expected === undefined ? [] : [[attribute, storedOf(expected, operation)]],
    ),
  ),
  remove: differences.flatMap(({ attribute, expected }) =>
    expected === undefined ? [attribute] : [],
  ),
});

/** Its condition fails when the row was moved or deleted since it was read. */
const rowAction = ([key, differences]: RowDifferences, operation: Operation): Action => {
  const unchanged = differences.map(({ attribute, found }) => still(attribute, found));
  return update(key, {
    ...corrected(differences, operation),
    when: [{ present: "pk" }, ...unchanged],
  });
};

/**
 * Repairs goods that were judged. Each step is one transaction with its own operation row, so history shows it.
 * @returns how many differences were repaired; `undefined` when the goods have changed since and must be judged again
 */
export const repairGoods = async (
  table: Table,
  judged: Judged,
  who: string,
  site: Site,
): Promise<number | undefined> => {
  const { zongpai, rev, differences } = judged;
  const all = differences.filter(isSetByRepair);
  const rows = byRow(all.filter(({ kind }) => kind === "index"));
  let counters = all.filter(({ kind }) => kind !== "index");
  while (counters.length + rows.length > 0) {
    const some = rows.splice(0, mostRows);
    const corrections = [...counters, ...some.flatMap(([, ofRow]) => ofRow)];
    const operation = operationFor(zongpai, who, site);
    // The rows were counted at this revision, which every write of the goods moves.
    const change = { ...corrected(counters, operation), when: [still("rev", rev)] };
    const ofGoods = { name: "goods" as const, action: updateGoods(zongpai, change) };
    const effects: Effects<"goods" | "row"> = [
      ...(counters.length > 0 ? [ofGoods] : []),
      ...some.map((row) => ({ name: "row" as const, action: rowAction(row, operation) })),
    ];
    const event: HistoryEvent = {
      kind: "repaired",
      corrections: corrections.map(({ expected, ...one }) => ({
        ...one,
        expected: storedOf(expected, operation),
      })),
    };
    const result = { corrected: corrections.length };
    const outcome = await commit(table, { operation, result, event }, effects);
    if (outcome.kind === "unmet") return undefined;
    counters = [];
  }
  return differences.filter(isRepairable).length;
};
