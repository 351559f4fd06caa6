import { randomUUID } from "node:crypto";
import { systemClock } from "#lib/clock.ts";
import { type HistoryEvent, type RepairedAttribute, repairKinds } from "#lib/domain/events.ts";
import { deadlineWithin, type Operation, retentionAt } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { commit, type WriteEffects, type WriteStamp } from "#lib/store/commit.ts";
import { unchanged } from "#lib/store/expression.ts";
import { updateGoods } from "#lib/store/goods.ts";
import { type AttributeDifference, idOfRepair } from "./counter-faults.ts";
import { groupByRow } from "./index-faults.ts";
import type { JudgedGoods } from "./judge-goods.ts";
import { rowOfKey } from "./row-of-key.ts";
import { changeOfCorrections, correctRow, setAttributes } from "./set-attributes.ts";

/** Whether a difference is a place in the index that the history does not mention. */
const isOnlyInIndex = ({ kind, key, zongpai }: AttributeDifference): boolean =>
  kind === "index" && (zongpai === undefined || rowOfKey(key)?.kind === "operation");

const isShownInHistory = (difference: AttributeDifference): difference is RepairedAttribute =>
  (repairKinds as readonly string[]).includes(difference.kind) && !isOnlyInIndex(difference);

/** Whether a repair can fix a difference. */
export const isRepairable = (difference: AttributeDifference): boolean =>
  isOnlyInIndex(difference) || isShownInHistory(difference);

/** The time limit of a repair, including retries. */
const repairTimeoutMs = 10_000;

/** The maximum number of rows in a transaction. DynamoDB accepts 100 actions. */
const mostRowsAtOnce = 90;

const repairOperation = (zongpai: string, who: string, site: Site): Operation => {
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
    deadline: deadlineWithin(repairTimeoutMs, systemClock, at),
    shared: false,
    attempts: { doubt: false },
    ...retentionAt(at, site),
  };
};

/** Repairs places in the index that the history does not mention. Returns the number of repaired differences. */
export const repairIndexPlaces = async (
  table: Table,
  differences: readonly AttributeDifference[],
): Promise<number> => {
  let repaired = 0;
  for (const [key, ofRow] of groupByRow(differences.filter(isOnlyInIndex)))
    if (await setAttributes(table, key, ofRow)) repaired += ofRow.length;
  return repaired;
};

/**
 * Repairs goods in transactions that appear in the history. Returns the number of repaired differences; `undefined` if the goods have
 * changed since they were judged.
 */
export const repairGoods = async (
  table: Table,
  judged: JudgedGoods,
  who: string,
  site: Site,
): Promise<number | undefined> => {
  const { zongpai, rev, differences } = judged;
  const recorded = differences.filter(isShownInHistory);
  const repaired = recorded.length;
  const rows = groupByRow(recorded.filter(({ kind }) => kind === "index"));
  let counters = recorded.filter(({ kind }) => kind !== "index");
  while (counters.length + rows.length > 0) {
    const batch = rows.splice(0, mostRowsAtOnce);
    const operation = repairOperation(zongpai, who, site);
    counters = counters.map((one) =>
      one.expected === idOfRepair ? { ...one, expected: operation.id } : one,
    );
    // The rows were counted at this revision. Every write of the goods changes it.
    const change = { ...changeOfCorrections(counters), when: [unchanged("rev", rev)] };
    const hasCounters = counters.length > 0;
    const effects = (stamp: WriteStamp): WriteEffects<"goods" | "row"> => {
      const goods = { name: "goods" as const, action: updateGoods(zongpai, stamp, change) };
      const batchRows = batch.map((row) => ({ name: "row" as const, action: correctRow(...row) }));
      return hasCounters ? [goods, ...batchRows] : batchRows;
    };
    const corrections = [...counters, ...batch.flatMap(([, ofRow]) => ofRow)];
    const event: HistoryEvent = { kind: "repaired", corrections };
    const result = { corrected: corrections.length };
    const outcome = await commit(table, operation, (stamp) => ({
      result,
      event,
      effects: effects(stamp),
    }));
    if (outcome.kind === "unmet") return undefined;
    counters = [];
  }
  return repaired + (await repairIndexPlaces(table, differences));
};
