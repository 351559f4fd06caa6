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
  /** An estimate of all items, for the progress bar. */
  readonly itemEstimate?: number;
  /** Called with differences as soon as they are certain. */
  readonly onDifferences: (differences: readonly AttributeDifference[]) => void;
  /** The user in whose name the audit repairs goods. Without a user, it repairs nothing. */
  readonly repairAs?: string | undefined;
};

export type AuditSummary = {
  readonly items: number;
  /** Goods that changed during every read. */
  readonly changing: number;
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly repairable: number;
  readonly repaired: number;
};

/** The number of goods that are judged at the same time, in each segment. */
const goodsPerSegment = 8;

const repairAttempts = 20;

/** Reads the whole table to find all goods, then reads the rows of each goods again, and compares its counters with them. */
export const auditTable = async (
  table: Table,
  site: Site,
  { segments, itemEstimate = 0, onDifferences, repairAs }: AuditOptions,
): Promise<AuditSummary> => {
  const totals = { items: 0, changing: 0, repairable: 0, repaired: 0 };
  const differences: Partial<Record<DifferenceKind, number>> = {};
  const report = (found: readonly AttributeDifference[]) => {
    if (found.length === 0) return;
    for (const { kind } of found) differences[kind] = (differences[kind] ?? 0) + 1;
    totals.repairable += found.filter(isRepairable).length;
    onDifferences(found);
  };
  /** Repairs goods. While other writes change them, they are judged and repaired again. */
  const repair = async (
    judged: JudgedGoods,
    known: readonly TableKey[],
    userName: string,
  ): Promise<number> => {
    let current: JudgedGoods | undefined = judged;
    for (let attempt = 0; current && attempt < repairAttempts; attempt += 1) {
      const count = await repairGoods(table, current, userName, site);
      if (count !== undefined) return count;
      current = await judgeGoods(table, judged.zongpai, known, site);
    }
    return 0;
  };

  /** For each zongpai, the keys of items that the index lacks. */
  const knownKeys = new Map<string, TableKey[]>();
  /** Differences of box rows, which belong to no goods. */
  const boxDifferences: AttributeDifference[] = [];
  const sortRow = (row: TableItem) => {
    const key = keyOfRow(row);
    const name = rowOfKey(key);
    if (name === undefined) {
      const found = "names nothing that this service writes";
      report([{ kind: "unreadable", key, attribute: "pk", found }]);
    } else if ("zongpai" in name && name.zongpai !== undefined) {
      const known = knownKeys.get(name.zongpai) ?? [];
      const isLost = name.kind === "item" && itemIndexFaults(row, name).length > 0;
      knownKeys.set(name.zongpai, isLost ? [...known, key] : known);
    } else boxDifferences.push(...judgeBoxRow({ row, name }, site));
  };
  await showProgress("reading", itemEstimate, (add) =>
    scanTable(table, segments, async (rows) => {
      rows.forEach(sortRow);
      totals.items += rows.length;
      add(rows.length);
    }),
  );
  report(boxDifferences);
  if (repairAs !== undefined) totals.repaired += await repairIndexPlaces(table, boxDifferences);
  await showProgress("comparing goods", knownKeys.size, (add) =>
    forEachConcurrently(knownKeys, segments * goodsPerSegment, async ([zongpai, known]) => {
      add();
      const judged = await judgeGoods(table, zongpai, known, site);
      if (!judged) {
        totals.changing += 1;
        return;
      }
      report(judged.differences);
      // Wait before adding: `+=` across an await would lose what other workers add.
      const count = repairAs === undefined ? 0 : await repair(judged, known, repairAs);
      totals.repaired += count;
    }),
  );
  return { differences, ...totals };
};
