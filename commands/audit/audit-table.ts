import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { Key } from "#lib/store/keys.ts";
import { atOnce } from "./at-once.ts";
import { byRow, type Difference, type DifferenceKind } from "./differences.ts";
import { type Judged, judgeGoods } from "./judge-goods.ts";
import { isRepairable, repairGoods } from "./repair-goods.ts";
import { type Position, scanTable } from "./scan-table.ts";
import { setAttributes } from "./set-attributes.ts";
import { type SieveState, sieve } from "./sieve.ts";

type Sums = { unsettled: number; repairable: number; repaired: number };

/** How far an audit has come, as plain JSON: another audit can continue from it. */
export type AuditState = SieveState & {
  /** Where each segment goes on. */
  readonly positions: readonly Position[];
  readonly kinds: readonly (readonly [DifferenceKind, number])[];
  readonly sums: Readonly<Sums>;
};

export type AuditOptions = {
  readonly segments: number;
  /** How many goods are judged, and perhaps repaired, at the same time. */
  readonly looks?: number | undefined;
  /** Called after each page, with the number of items read so far. */
  readonly onRead?: (items: number) => void;
  /** Called with the number of goods that are still to be judged. */
  readonly onLook?: (left: number) => void;
  /** Called with the differences of some goods as soon as they are found. */
  readonly onDifferences: (differences: readonly Difference[]) => void;
  /** Repairs what can be repaired, in the name of this user. */
  readonly repairAs?: string | undefined;
  /** Called after each page and each judged goods: gives how far the audit has come. */
  readonly keep?: ((state: () => AuditState) => void) | undefined;
  /** Continues from there; it must be of the same table, site and number of segments. */
  readonly from?: AuditState | undefined;
};

export type AuditSummary = {
  readonly items: number;
  readonly goods: number;
  /** Seconds for reading the table; then for judging suspects and repairs. */
  readonly readSeconds: number;
  readonly lookSeconds: number;
  /** Goods that were judged on their own. */
  readonly suspects: number;
  /** Goods that changed during every look, so that they could not be judged. */
  readonly unsettled: number;
  readonly differences: Readonly<Partial<Record<DifferenceKind, number>>>;
  readonly repairable: number;
  readonly repaired: number;
};

const usualLooks = 8;
/** How many rows are moved to their place in the index at the same time, for each segment. */
const moves = 16;
/** How often a repair is tried for goods that change. */
const tries = 20;

/** What an audit checks, and by which rules. */
type Audited = { readonly table: Table; readonly site: Site };

const repaired = async (
  judged: Judged,
  known: readonly Key[],
  { table, site }: Audited,
  who: string,
): Promise<number> => {
  let now: Judged | undefined = judged;
  for (let tried = 0; now && tried < tries; tried += 1) {
    const count = await repairGoods(table, now, who, site);
    if (count !== undefined) return count;
    now = await judgeGoods(table, judged.zongpai, known, site);
  }
  return 0;
};

/**
 * Reads the whole table and compares every counter with the rows that it counts. Goods that do not match are then read again on their own,
 * so that a write during the audit is not reported as a difference.
 */
export const auditTable = async (
  table: Table,
  site: Site,
  options: AuditOptions,
): Promise<AuditSummary> => {
  const {
    segments,
    looks = usualLooks,
    onRead,
    onLook,
    onDifferences,
    repairAs,
    keep,
    from,
  } = options;
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
  const positions: Position[] = Array.from(
    { length: segments },
    (_, segment) => from?.positions[segment] ?? "start",
  );
  const state = (): AuditState => ({ ...rows.state(), positions, kinds: [...kinds], sums });
  await scanTable(table, positions, async (items, segment, next) => {
    // No await between these lines: a state that is kept has a whole page or nothing of it.
    items.forEach(rows.take);
    positions[segment] = next;
    report(rows.strangers());
    const misplaced = rows.misplaced();
    report(misplaced);
    if (repairAs !== undefined)
      await atOnce(byRow(misplaced), moves, async ([key, faults]) => {
        const changes = faults.map(({ attribute, found, expected }) => {
          const from = found === undefined ? undefined : String(found);
          return [attribute, { from, to: String(expected) }] as const;
        });
        if (await setAttributes(table, key, Object.fromEntries(changes)))
          sums.repaired += faults.length;
      });
    onRead?.(rows.counts.items);
    keep?.(state);
  });
  const read = performance.now();
  const suspects = rows.suspects();
  const total = suspects.size;
  await atOnce([...suspects], looks, async ([zongpai, known]) => {
    onLook?.(suspects.size);
    const judged = await judgeGoods(table, zongpai, known, site);
    if (judged) {
      report(judged.differences);
      // Awaited before it is added: others add meanwhile.
      const count =
        repairAs === undefined ? 0 : await repaired(judged, known, { table, site }, repairAs);
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
