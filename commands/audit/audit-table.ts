import { within } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import { goodsKey, type Key } from "#lib/store/keys.ts";
import { atOnce } from "./at-once.ts";
import { byRow, type Difference, type DifferenceKind } from "./differences.ts";
import { type Judged, judgeGoods } from "./judge-goods.ts";
import { readPage } from "./read-page.ts";
import { isRepairable, repairGoods } from "./repair-goods.ts";
import { scanTable } from "./scan-table.ts";
import { setAttributes } from "./set-attributes.ts";
import { readAll } from "./snapshot.ts";

export type AuditOptions = {
  readonly segments: number;
  /** How many goods of a segment are judged, and perhaps repaired, at the same time. */
  readonly looks?: number;
  /** Called after each page, with the number of items in it. */
  readonly onRead?: (items: number) => void;
  /** Called before goods with a difference are judged once more, with the number of all of these. */
  readonly onLook?: (all: number) => void;
  /** Called with the differences of some goods as soon as they are certain. */
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
/** Milliseconds for reading the rows of a page's goods. */
const patience = 30_000;

/**
 * Reads the whole table and compares every counter with the rows that it counts, goods by goods. Goods with a difference are judged once
 * more at the end, with the items that only the scan found: what changed meanwhile is no difference. Memory holds these goods alone.
 */
export const auditTable = async (
  table: Table,
  site: Site,
  { segments, looks = 8, onRead, onLook, onDifferences, repairAs }: AuditOptions,
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
  const place = async ([key, faults]: ReturnType<typeof byRow>[number]) => {
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

  /** Goods to be judged once more, with the keys of items that the index does not lead to. */
  const suspects = new Map<string, Key[]>();
  const suspect = (zongpai: string, ...keys: Key[]) =>
    suspects.set(zongpai, [...(suspects.get(zongpai) ?? []), ...keys]);
  await scanTable(table, segments, async (rows) => {
    const { goods, boxed, unindexed, unknown, misplaced } = readPage(rows, site);
    report(unknown);
    report(misplaced);
    if (repairAs !== undefined) await atOnce(byRow(misplaced), looks, place);
    for (const { zongpai, key } of unindexed) suspect(zongpai, key);
    const all = [...boxed];
    const ofBoxed = await readAll(table, all.map(goodsKey), within(patience));
    for (const zongpai of all.filter((_, at) => ofBoxed[at] === undefined)) suspect(zongpai);
    await atOnce(goods, looks, async (zongpai) => {
      // Goods that change now are judged at the end, too: nothing waits for them here.
      const judged = await judgeGoods(table, zongpai, [], site, 1);
      if (judged?.differences.length !== 0) suspect(zongpai);
    });
    sums.items += rows.length;
    onRead?.(rows.length);
  });
  await atOnce(suspects, looks, async ([zongpai, known]) => {
    onLook?.(suspects.size);
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
