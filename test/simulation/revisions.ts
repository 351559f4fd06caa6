import { goodsKey, nameOfKey } from "#lib/store/keys.ts";
import { linearises, type Step, spanOf } from "./history.ts";
import { type Report, type Rows, rowOfScan, type Scan } from "./recount.ts";

type Saved = {
  readonly scans: readonly Scan[];
  readonly rows: Rows;
  /** When each operation row was written. */
  readonly written: ReadonlyMap<string, number>;
  readonly report: Report;
};

/** The effect of a save on the configuration's revision, or the revisions that explain its refusal as stale. */
const stepOf = (scan: Scan, { rows, written }: Saved): Step | undefined => {
  const { tries, fields } = scan;
  const { expected_revision: expected } = fields;
  const row = rowOfScan(scan, rows);
  if (row?.event) {
    const take: Step["take"] = (revision) =>
      expected === undefined || expected === revision ? revision + 1 : undefined;
    return { ...spanOf(tries, written.get(nameOfKey(row))), take };
  }
  const refusal = tries.find(({ verdict }) => verdict === "staleExpectedRevision");
  if (!refusal) return undefined;
  const from = Math.min(...tries.map(({ sent }) => sent));
  const take: Step["take"] = (revision) => (revision === expected ? undefined : revision);
  return { from, to: refusal.answered, take };
};

/** Checks that each recorded save raised the revision by one, and that each save refused as stale met another revision than it expected. */
export const checkRevisions = (saved: Saved): void => {
  const { scans, rows, report } = saved;
  const saves = scans.filter(({ route }) => route === "put-attachment-config");
  for (const [zongpai = "", all] of Map.groupBy(saves, ({ fields }) => fields.zongpai)) {
    const last = Number(rows.get(nameOfKey(goodsKey(zongpai)))?.config_rev ?? 0);
    const from = Number.MAX_VALUE;
    const steps: Step[] = [
      ...all.flatMap((scan) => stepOf(scan, saved) ?? []),
      { from, to: from, take: (revision) => (revision === last ? revision : undefined) },
    ];
    if (!linearises(steps))
      report("revisions without an order", `${zongpai}: ${all.length} saves, now ${last}`);
  }
};
