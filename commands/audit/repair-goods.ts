import { randomUUID } from "node:crypto";
import { systemClock } from "#lib/clock.ts";
import { type HistoryEvent, type RepairedAttribute, repairKinds } from "#lib/domain/events.ts";
import { keptFrom, type Operation, within } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { commit, type Effects, type Stamp } from "#lib/store/commit.ts";
import { still } from "#lib/store/expression.ts";
import { updateGoods } from "#lib/store/goods.ts";
import { byRow } from "./differences.ts";
import { type Difference, theRepair } from "./faults.ts";
import type { Judged } from "./judge-goods.ts";
import { rowOfKey } from "./row-of-key.ts";
import { corrected, correctedRow, setAttributes } from "./set-attributes.ts";

/** A place in the index that history does not mention. */
const isPlaceAlone = ({ kind, key, zongpai }: Difference): boolean =>
  kind === "index" && (zongpai === undefined || rowOfKey(key)?.kind === "operation");

const isRecorded = (difference: Difference): difference is RepairedAttribute =>
  (repairKinds as readonly string[]).includes(difference.kind) && !isPlaceAlone(difference);

/** Whether a repair can mend it. */
export const isRepairable = (difference: Difference): boolean =>
  isPlaceAlone(difference) || isRecorded(difference);

/** Milliseconds for one repair, its retries included. */
const patience = 10_000;

/** Rows in one transaction; DynamoDB takes 100 actions. */
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
    attempts: { doubt: false },
    ...keptFrom(at, site),
  };
};

/** Repairs places in the index that no history mentions. Gives how many differences were repaired. */
export const repairPlaces = async (
  table: Table,
  differences: readonly Difference[],
): Promise<number> => {
  let repaired = 0;
  for (const [key, ofRow] of byRow(differences.filter(isPlaceAlone)))
    if (await setAttributes(table, key, ofRow)) repaired += ofRow.length;
  return repaired;
};

/**
 * Repairs goods in transactions that history shows. Gives how many differences were repaired; `undefined` when the goods have changed since
 * they were judged.
 */
export const repairGoods = async (
  table: Table,
  judged: Judged,
  who: string,
  site: Site,
): Promise<number | undefined> => {
  const { zongpai, rev, differences } = judged;
  const recorded = differences.filter(isRecorded);
  const repaired = recorded.length;
  const rows = byRow(recorded.filter(({ kind }) => kind === "index"));
  let counters = recorded.filter(({ kind }) => kind !== "index");
  while (counters.length + rows.length > 0) {
    const some = rows.splice(0, mostRows);
    const operation = operationFor(zongpai, who, site);
    counters = counters.map((one) =>
      one.expected === theRepair ? { ...one, expected: operation.id } : one,
    );
    // The rows were counted at this revision, which every write of the goods moves.
    const change = { ...corrected(counters), when: [still("rev", rev)] };
    const effects = (stamp: Stamp): Effects<"goods" | "row"> => [
      ...(counters.length > 0
        ? [{ name: "goods" as const, action: updateGoods(zongpai, stamp, change) }]
        : []),
      ...some.map((row) => ({ name: "row" as const, action: correctedRow(...row) })),
    ];
    const corrections = [...counters, ...some.flatMap(([, ofRow]) => ofRow)];
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
  return repaired + (await repairPlaces(table, differences));
};
