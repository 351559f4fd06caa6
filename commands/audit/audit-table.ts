import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { Key } from "#lib/store/keys.ts";
import { atOnce } from "./at-once.ts";
import { byRow, type Difference, type DifferenceKind, type RowDifferences } from "./differences.ts";
import { type Judged, judgeGoods } from "./judge-goods.ts";
import { readRow } from "./read-row.ts";
import { isRepairable, repairGoods } from "./repair-goods.ts";
import { scanTable } from "./scan-table.ts";
import { setAttributes } from "./set-attributes.ts";

export type AuditOptions = {
  readonly segments: number;
  /** How many goods of a segment are judged, and perhaps repaired, at the same time. */
  readonly looks?: number;
  /** Called after each page, with the number of items in it. */
  readonly onRead?: (items: number) => void;
  /** Called before goods are judged, with the number of all goods. */
  readonly onJudge?: (all: number) => void;
  /** Called with differences as soon as they are certain. */
  readonly onDifferences: (differences: readonly Difference[]) => void;
  /** Repairs what can be repaired, in the name of this user. */
  readonly repairAs?: string | undefined;
};

export type AuditSummary = {
  readonly items: number;
  readonly seconds: number;
  /** Goods that changed during every look, so that they could not be judged. */
  readonly changing: number;
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly repairable: number;
  readonly repaired: number;
};

/** How often a repair is tried for goods that change. */
const tries = 20;

/**
 * Reads the whole table, then compares every counter of each goods with the rows that it counts, which are read again: what changed since
 * the first reading is no difference. Memory holds the names of all goods.
 */
export const auditTable = async (
  table: Table,
  site: Site,
  { segments, looks = 8, onRead, onJudge, onDifferences, repairAs }: AuditOptions,
): Promise<AuditSummary> => {
  const begun = performance.now();
  const sums = { items: 0, changing: 0, repairable: 0, repaired: 0 };
  const differences: Partial<Record<DifferenceKind, number>> = {};
  const report = (found: readonly Difference[]) => {
    if (found.length === 0) return;
    for (const { kind } of found) differences[kind] = (differences[kind] ?? 0) + 1;
    sums.repairable += found.filter(isRepairable).length;
    onDifferences(found);
  };
  const place = async ([key, faults]: RowDifferences) => {
    const changes = faults.map(({ attribute, found, expected }) => {
      const from = found === undefined ? undefined : String(found);
      return [attribute, { from, to: String(expected) }] as const;
    });
    if (await setAttributes(table, key, Object.fromEntries(changes)))
      sums.repaired += faults.length;
  };
  const repair = async (judged: Judged, known: readonly Key[], who: string): Promise<number> => {
    let now: Judged | undefined = judged;
    for (let tried = 0; now && tried < tries; tried += 1) {
      const count = await repairGoods(table, now, who, site);
      if (count !== undefined) return count;
      now = await judgeGoods(table, judged.zongpai, known, site);
    }
    return 0;
  };

  /** By zongpai: keys of items to which the index does not lead. */
  const goods = new Map<string, Key[]>();
  await scanTable(table, segments, async (rows) => {
    const found = rows.flatMap((row) => {
      const { zongpai, unindexed = [], differences: certain = [] } = readRow(row, site);
      if (zongpai !== undefined) goods.set(zongpai, (goods.get(zongpai) ?? []).concat(unindexed));
      return certain;
    });
    report(found);
    if (repairAs !== undefined) await atOnce(byRow(found.filter(isRepairable)), looks, place);
    sums.items += rows.length;
    onRead?.(rows.length);
  });
  await atOnce(goods, segments * looks, async ([zongpai, known]) => {
    onJudge?.(goods.size);
    const judged = await judgeGoods(table, zongpai, known, site);
    if (!judged) {
      sums.changing += 1;
      return;
    }
    report(judged.differences);
    // Awaited before it is added: others add meanwhile.
    const count = repairAs === undefined ? 0 : await repair(judged, known, repairAs);
    sums.repaired += count;
  });
  return { seconds: (performance.now() - begun) / 1_000, differences, ...sums };
};
