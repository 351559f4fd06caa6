import type { HistoryEvent } from "#lib/domain/events.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Item } from "#lib/store/expression.ts";
import { operationKey } from "#lib/store/keys.ts";
import { keyOfRow } from "../../commands/audit/row-of-key.ts";
import { scaled } from "./plan.ts";
import { isRefusal, type Scan, type Try } from "./scanner.ts";

export type Row = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** The row of an operation and when its request arrived; a refusal has neither event nor result. */
export type OperationRow = Row & {
  readonly route: string;
  readonly zongpai: string;
  readonly at: number;
  readonly event?: HistoryEvent;
  readonly result?: Readonly<Record<string, unknown>>;
};

export type Rows = ReadonlyMap<string, Row>;

export const nameOf = ({ pk, sk }: { pk: string; sk: string }) => `${pk} ${sk}`;

export const rowsOf = (items: readonly Item[]): Rows =>
  new Map(items.map((item) => ({ ...item, ...keyOfRow(item) })).map((row) => [nameOf(row), row]));

/** Milliseconds after which a request that was cut off has surely arrived, or never will. */
const longestWay = 20_000;

/** Whether the request of an operation may have been this one: it arrives while its sender waits, or soon after. */
export const arrivedIn = (
  { at }: OperationRow,
  { sent, answered }: { sent: number; answered: number },
) => at >= sent && at <= Math.min(answered, sent + longestWay);

/** Whether an event is what a command asked for; of a configuration the instant alone says it. */
const isOf = (event: HistoryEvent, { fields }: Scan, site: Site): boolean => {
  const { quantity, to = quantity, ...names } = event as Readonly<Record<string, unknown>>;
  const same = ["box_no", "to_box_no", "category", "location"].every(
    (name) => fields[name] === names[name],
  );
  return (
    event.kind === "configured" ||
    (same && (to === undefined || to === scaled(fields.quantity ?? 0, site)))
  );
};

/** Who wrote a row: rather a scan with a success, then one without an answer, then the others. */
const rankOf = ({ tries }: Scan): number => {
  if (tries.some(({ verdict }) => verdict === "done")) return 0;
  const unknown: readonly Try["verdict"][] = ["silence", "timeout", "internal"];
  if (tries.some(({ verdict }) => unknown.includes(verdict))) return 1;
  return tries.some(isRefusal) ? 3 : 2;
};

/** Without keys nothing names the row of a request: it is found by what was asked, and when. */
const matched = (scans: readonly Scan[], rows: readonly OperationRow[], site: Site) => {
  const found = new Map<Scan, OperationRow>();
  const ranked = scans.toSorted((one, other) => rankOf(one) - rankOf(other));
  const byRoute = Map.groupBy(ranked, ({ route, fields }) => `${route} ${fields.zongpai}`);
  for (const row of rows.toSorted((one, other) => one.at - other.at)) {
    const { event, result = {} } = row;
    const instant = new Date(Number(result.recorded_at ?? result.registered_at)).toISOString();
    const best = byRoute.get(`${row.route} ${row.zongpai}`)?.find(
      (scan) =>
        !found.has(scan) &&
        event !== undefined &&
        isOf(event, scan, site) &&
        // An answer names the instant that its row has.
        scan.tries.some(
          (made) =>
            arrivedIn(row, made) && (made.verdict !== "done" || made.text.includes(instant)),
        ),
    );
    if (best) found.set(best, row);
  }
  return found;
};

/** The operation rows of the scans, and the rows that no scan explains. */
export const operationsOf = (scans: readonly Scan[], rows: Rows, keyed: boolean, site: Site) => {
  const all = [...rows.values()].filter(({ sk }) => sk.startsWith("OP#")) as OperationRow[];
  const recorded = all.filter(({ result }) => result !== undefined);
  const ofKey = (scan: Scan) =>
    rows.get(nameOf(operationKey(scan.fields.zongpai, `k#${scan.key}`))) as
      | OperationRow
      | undefined;
  const rowOf = keyed
    ? new Map(scans.map((scan) => [scan, ofKey(scan)]))
    : matched(scans, recorded, site);
  const explained = new Set([...rowOf.values()]);
  return {
    rowOf,
    recorded,
    unexplained: (keyed ? all : recorded).filter((row) => !explained.has(row)),
  };
};
