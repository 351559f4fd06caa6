import type { Table } from "../store/client.ts";
import type { Key } from "../store/keys.ts";
import type { Difference, DifferenceKind, TableAuditSettings } from "./differences.ts";
import { type Judged, judgeGoods } from "./judge-goods.ts";
import { isRepairable, repairGoods } from "./repair-goods.ts";
import { scanTable } from "./scan-table.ts";
import { type Suspects, sieve } from "./sieve.ts";

export type AuditOptions = {
  readonly segments: number;
  /** Told the number of items read so far, page by page. */
  readonly onRead?: (items: number) => void;
  /** Told every difference, goods by goods, as it is found. */
  readonly onDifferences: (differences: readonly Difference[]) => void;
  /** Puts right what can be, in the name of this user. */
  readonly repairAs?: string;
};

export type AuditSummary = {
  readonly items: number;
  readonly goods: number;
  /** Seconds of the reading, and of the closer looks with the repairs. */
  readonly readSeconds: number;
  readonly lookSeconds: number;
  /** Goods that were looked at closely. */
  readonly suspects: number;
  /** Goods that moved during every look, so that nobody can say. */
  readonly unsettled: number;
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly repairable: number;
  readonly repaired: number;
};

/** So many goods are looked at at the same time. */
const looks = 8;
/** So often a repair is begun anew for goods that moved. */
const tries = 20;

const eachSuspect = async (suspects: Suspects, look: (zongpai: string, known: readonly Key[]) => Promise<void>): Promise<void> => {
  const queue = suspects.entries();
  const worker = async () => {
    for (const [zongpai, known] of queue) await look(zongpai, known);
  };
  await Promise.all(Array.from({ length: looks }, worker));
};

/** What an audit looks at, and by which rules. */
type Audited = { readonly table: Table; readonly site: TableAuditSettings };

const repaired = async (judged: Judged, known: readonly Key[], { table, site }: Audited, who: string): Promise<number> => {
  let now: Judged | undefined = judged;
  for (let tried = 0; now && tried < tries; tried += 1) {
    const count = await repairGoods(table, now, who);
    if (count !== undefined) return count;
    now = await judgeGoods(table, judged.zongpai, known, site);
  }
  return 0;
};

/**
 * Reads the whole table and compares what is counted with what it is counted from. What does not match in the reading is looked
 * at again on its own, so that a write in between is no difference.
 */
export const auditTable = async (table: Table, site: TableAuditSettings, options: AuditOptions): Promise<AuditSummary> => {
  const { segments, onRead, onDifferences, repairAs } = options;
  const kinds = new Map<DifferenceKind, number>();
  const sums = { unsettled: 0, repairable: 0, repaired: 0 };
  const report = (differences: readonly Difference[]) => {
    if (differences.length === 0) return;
    for (const { kind } of differences) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    sums.repairable += differences.filter(isRepairable).length;
    onDifferences(differences);
  };

  const begun = performance.now();
  const rows = sieve(site);
  await scanTable(table, segments, (items) => {
    items.forEach(rows.take);
    report(rows.strangers());
    onRead?.(rows.counts.items);
  });
  const read = performance.now();
  const suspects = rows.suspects();
  await eachSuspect(suspects, async (zongpai, known) => {
    const judged = await judgeGoods(table, zongpai, known, site);
    if (!judged) {
      sums.unsettled += 1;
      return;
    }
    report(judged.differences);
    const count = repairAs === undefined ? 0 : await repaired(judged, known, { table, site }, repairAs);
    sums.repaired += count;
  });
  return {
    ...rows.counts,
    readSeconds: (read - begun) / 1_000,
    lookSeconds: (performance.now() - read) / 1_000,
    suspects: suspects.size,
    differences: Object.fromEntries(kinds),
    ...sums,
  };
};
