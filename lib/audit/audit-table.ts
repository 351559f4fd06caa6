import type { Table } from "../store/client.ts";
import type { Key } from "../store/keys.ts";
import { setAttribute } from "../store/set-attribute.ts";
import type { Difference, DifferenceKind, TableAuditSettings } from "./differences.ts";
import { type Judged, judgeGoods } from "./judge-goods.ts";
import { isRepairable, repairGoods } from "./repair-goods.ts";
import { type Position, scanTable } from "./scan-table.ts";
import { type SieveState, sieve } from "./sieve.ts";

type Sums = { unsettled: number; repairable: number; repaired: number };

/** How far an audit came, as plain JSON: another one goes on from it. */
export type AuditState = SieveState & {
  /** Where each segment goes on. */
  readonly positions: readonly Position[];
  readonly kinds: readonly (readonly [DifferenceKind, number])[];
  readonly sums: Readonly<Sums>;
};

export type AuditOptions = {
  readonly segments: number;
  /** So many goods are looked at, and perhaps repaired, at the same time. */
  readonly looks?: number | undefined;
  /** Told the number of items read so far, page by page. */
  readonly onRead?: (items: number) => void;
  /** Told how many goods are still to be looked at closely. */
  readonly onLook?: (left: number) => void;
  /** Told every difference, goods by goods, as it is found. */
  readonly onDifferences: (differences: readonly Difference[]) => void;
  /** Puts right what can be, in the name of this user. */
  readonly repairAs?: string | undefined;
  /** Offered, after each page and each look, how far it came. */
  readonly keep?: ((state: () => AuditState) => void) | undefined;
  /** Goes on from there; it must be of the same table, site and number of segments. */
  readonly from?: AuditState | undefined;
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

const usualLooks = 8;
/** So many rows are moved at the same time for each segment. */
const moves = 16;
/** So often a repair is begun anew for goods that moved. */
const tries = 20;

/** Does something for each, so many at a time. */
const each = async <Item>(items: Iterable<Item>, atOnce: number, work: (item: Item) => Promise<void>): Promise<void> => {
  const queue = Iterator.from(items);
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

/** What an audit looks at, and by which rules. */
type Audited = { readonly table: Table; readonly site: TableAuditSettings };

const repaired = async (judged: Judged, known: readonly Key[], { table, site }: Audited, who: string): Promise<number> => {
  let now: Judged | undefined = judged;
  for (let tried = 0; now && tried < tries; tried += 1) {
    const count = await repairGoods(table, now, who, site);
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
  const { segments, looks = usualLooks, onRead, onLook, onDifferences, repairAs, keep, from } = options;
  const kinds = new Map<DifferenceKind, number>(from?.kinds);
  const sums: Sums = { unsettled: 0, repairable: 0, repaired: 0, ...from?.sums };
  const report = (differences: readonly Difference[]) => {
    if (differences.length === 0) return;
    for (const { kind } of differences) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    sums.repairable += differences.filter(isRepairable).length;
    onDifferences(differences);
  };

  const begun = performance.now();
  const rows = sieve(site, from);
  const positions: Position[] = Array.from({ length: segments }, (_, segment) => from?.positions[segment] ?? "start");
  const state = (): AuditState => ({ ...rows.state(), positions, kinds: [...kinds], sums });
  await scanTable(table, positions, async (items, segment, next) => {
    // Without a pause in between: a state that is kept has all of a page or nothing.
    items.forEach(rows.take);
    positions[segment] = next;
    report(rows.strangers());
    const misplaced = rows.misplaced();
    report(misplaced);
    if (repairAs !== undefined)
      await each(misplaced, moves, async ({ key, attribute, found, expected }) => {
        if (await setAttribute(table, key, attribute, String(found), String(expected))) sums.repaired += 1;
      });
    onRead?.(rows.counts.items);
    keep?.(state);
  });
  const read = performance.now();
  const suspects = rows.suspects();
  const total = suspects.size;
  await each([...suspects], looks, async ([zongpai, known]) => {
    onLook?.(suspects.size);
    const judged = await judgeGoods(table, zongpai, known, site);
    if (judged) {
      report(judged.differences);
      const count = repairAs === undefined ? 0 : await repaired(judged, known, { table, site }, repairAs);
      sums.repaired += count;
    } else sums.unsettled += 1;
    suspects.delete(zongpai);
    keep?.(state);
  });
  return {
    ...rows.counts,
    readSeconds: (read - begun) / 1_000,
    lookSeconds: (performance.now() - read) / 1_000,
    suspects: total,
    differences: Object.fromEntries(kinds),
    ...sums,
  };
};
