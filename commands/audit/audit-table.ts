import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import type { TableKey } from "#lib/store/keys.ts";
import { showProgress } from "../cli/output.ts";
import type { AttributeDifference, DifferenceKind } from "./counter-faults.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { itemIndexFaults } from "./index-faults.ts";
import { type JudgedGoods, judgeBoxRow, judgeGoods } from "./judge-goods.ts";
import { isRepairable, repairGoods, repairIndexPlaces } from "./repair-goods.ts";
import { keyOfRow, rowOfKey } from "./row-of-key.ts";
import { scanTable } from "./scan-table.ts";

export type AuditOptions = {
  readonly segments: number;
  /** About how many items there are, for the progress. */
  readonly itemEstimate?: number;
  /** Called with differences as soon as they are certain. */
  readonly onDifferences: (differences: readonly AttributeDifference[]) => void;
  /** Repairs what can be repaired, in the name of this user. */
  readonly repairAs?: string | undefined;
};

export type AuditSummary = {
  readonly items: number;
  /** Goods that changed during every look. */
  readonly changing: number;
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly repairable: number;
  readonly repaired: number;
};

/** Goods that are judged at the same time, for each segment. */
const goodsPerSegment = 8;

/** How often a repair is tried for goods that change. */
const repairAttempts = 20;

/** Reads the whole table for the names of all goods, then the rows of each goods again, and compares its counters with them. */
export const auditTable = async (
  table: Table,
  site: Site,
  { segments, itemEstimate: about = 0, onDifferences, repairAs }: AuditOptions,
): Promise<AuditSummary> => {
  const sums = { items: 0, changing: 0, repairable: 0, repaired: 0 };
  const differences: Partial<Record<DifferenceKind, number>> = {};
  const report = (found: readonly AttributeDifference[]) => {
    if (found.length === 0) return;
    for (const { kind } of found) differences[kind] = (differences[kind] ?? 0) + 1;
    sums.repairable += found.filter(isRepairable).length;
    onDifferences(found);
  };
  const repair = async (
    judged: JudgedGoods,
    known: readonly TableKey[],
    who: string,
  ): Promise<number> => {
    let now: JudgedGoods | undefined = judged;
    for (let tried = 0; now && tried < repairAttempts; tried += 1) {
      const count = await repairGoods(table, now, who, site);
      if (count !== undefined) return count;
      now = await judgeGoods(table, judged.zongpai, known, site);
    }
    return 0;
  };

  /** By zongpai: keys of items to which the index does not lead. */
  const goods = new Map<string, TableKey[]>();
  /** Of boxes by themselves. */
  const alone: AttributeDifference[] = [];
  const gather = (row: TableItem) => {
    const key = keyOfRow(row);
    const name = rowOfKey(key);
    if (name === undefined) {
      const found = "names nothing that this service writes";
      report([{ kind: "unreadable", key, attribute: "pk", found }]);
    } else if ("zongpai" in name && name.zongpai !== undefined) {
      const known = goods.get(name.zongpai) ?? [];
      const lost = name.kind === "item" && itemIndexFaults(row, name).length > 0;
      goods.set(name.zongpai, lost ? [...known, key] : known);
    } else alone.push(...judgeBoxRow({ row, name }, site));
  };
  await showProgress("reading", about, (add) =>
    scanTable(table, segments, async (rows) => {
      rows.forEach(gather);
      sums.items += rows.length;
      add(rows.length);
    }),
  );
  report(alone);
  if (repairAs !== undefined) sums.repaired += await repairIndexPlaces(table, alone);
  await showProgress("comparing goods", goods.size, (add) =>
    forEachConcurrently(goods, segments * goodsPerSegment, async ([zongpai, known]) => {
      add();
      const judged = await judgeGoods(table, zongpai, known, site);
      if (!judged) {
        sums.changing += 1;
        return;
      }
      report(judged.differences);
      // Awaited before it is added: others add meanwhile.
      const count = repairAs === undefined ? 0 : await repair(judged, known, repairAs);
      sums.repaired += count;
    }),
  );
  return { differences, ...sums };
};
