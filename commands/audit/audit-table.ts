import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import type { TableKey } from "#lib/store/keys.ts";
import { mostKeysPerRead } from "#lib/store/query.ts";
import { showProgress } from "../cli/output.ts";
import type { AttributeDifference, DifferenceKind } from "./counter-faults.ts";
import { forEachConcurrently } from "./for-each-concurrently.ts";
import { type JudgedGoods, judgeBoxRow, judgeGoods } from "./judge-goods.ts";
import { nameItems } from "./product-names.ts";
import { isRepairable, repairGoods, repairIndexPlaces } from "./repair-goods.ts";
import { keyOfRow, rowOfKey } from "./row-of-key.ts";
import { scanTable } from "./scan-table.ts";
import { collectGoods, type ScannedGoods, soundInScan } from "./scanned-goods.ts";
import type { GoodsSnapshot } from "./snapshot.ts";

export type AuditOptions = {
  readonly segments: number;
  /** An estimate of all items, for the progress bar. */
  readonly itemEstimate?: number;
  /** Called with differences as soon as they are certain. */
  readonly onDifferences: (differences: readonly AttributeDifference[]) => void;
  /** The user in whose name the audit repairs goods. Without a user, it repairs nothing. */
  readonly repairAs?: string | undefined;
  /** Also looks for items in boxes without the product's name of their goods. A repair adds it. */
  readonly names?: boolean | undefined;
  /** The most rows that are kept in memory. */
  readonly mostRows?: number;
};

export type AuditSummary = {
  readonly items: number;
  /** Goods that changed during every read. */
  readonly changing: number;
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly repairable: number;
  readonly repaired: number;
  /** Items in boxes that lacked the product's name of their goods, if the audit looks for them, and how many got it. */
  readonly names?: { readonly lacked: number; readonly added: number };
};

/** The number of goods that are read again at the same time, in each segment. */
const goodsPerSegment = 8;

const repairAttempts = 20;

/** Groups of as many things as one request reads. */
const groupsOf = <Thing>(things: readonly Thing[]): Thing[][] =>
  Array.from({ length: Math.ceil(things.length / mostKeysPerRead) }, (_, at) =>
    things.slice(at * mostKeysPerRead, (at + 1) * mostKeysPerRead),
  );

/**
 * Reads the whole table, and compares the counters of each goods with its rows. Reads the rows of goods again if they look wrong, or if the
 * goods have changed since.
 */
export const auditTable = async (
  table: Table,
  site: Site,
  { segments, itemEstimate = 0, onDifferences, repairAs, names, mostRows }: AuditOptions,
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

  const named = { lacked: 0, added: 0 };
  const nameItemsOf = async (goods: GoodsSnapshot) => {
    if (!names) return;
    const { lacked, added } = await nameItems(table, goods, site, repairAs !== undefined);
    named.lacked += lacked;
    named.added += added;
  };

  const goods = collectGoods(mostRows);
  /** Differences of box rows, which belong to no goods. */
  const boxDifferences: AttributeDifference[] = [];
  const sortRow = (row: TableItem) => {
    const key = keyOfRow(row);
    const name = rowOfKey(key);
    if (name === undefined) {
      const found = "names nothing that this service writes";
      report([{ kind: "unreadable", key, attribute: "pk", found }]);
    } else if ("zongpai" in name && name.zongpai !== undefined) goods.add(name.zongpai, row, name);
    else boxDifferences.push(...judgeBoxRow({ row, name }, site));
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
  const judge = async ({ zongpai, lost }: ScannedGoods) => {
    const judged = await judgeGoods(table, zongpai, lost, site);
    if (!judged) {
      totals.changing += 1;
      return;
    }
    report(judged.differences);
    // Wait before adding: `+=` across an await would lose what other workers add.
    const count = repairAs === undefined ? 0 : await repair(judged, lost, repairAs);
    totals.repaired += count;
    await nameItemsOf(judged);
  };
  const groups = groupsOf([...goods.found.values()]);
  await showProgress("comparing goods", goods.found.size, (add) =>
    forEachConcurrently(groups, segments, async (group) => {
      const sound = new Set(await soundInScan(table, group, site));
      const others = group.filter((one) => !sound.has(one));
      add(sound.size);
      for (const one of sound) await nameItemsOf(one);
      await forEachConcurrently(others, goodsPerSegment, async (one) => {
        await judge(one);
        add();
      });
    }),
  );
  return { differences, ...totals, ...(names ? { names: named } : {}) };
};
