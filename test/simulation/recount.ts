import { eventPlaceOf, type HistoryEvent, itemChangesOf } from "#lib/domain/events.ts";
import { type OperationSubject, refusalLifetimeMs, subjectOf } from "#lib/domain/operation.ts";
import { type Condition, conditions } from "#lib/errors.ts";
import type { WriteId } from "#lib/page/requests.ts";
import type { Site } from "#lib/site/schema.ts";
import type { TableItem } from "#lib/store/expression.ts";
import {
  boxItemKey,
  boxLocationKey,
  goodsKey,
  locationKey,
  nameOfKey,
  operationKey,
  type TableKey,
} from "#lib/store/keys.ts";
import { keyOfRow } from "../../commands/audit/row-of-key.ts";
import { lateLinesIn } from "../support/late-lines.ts";
import { linearises, type Step, spanOf } from "./history.ts";
import { type ItemRef, scaled } from "./plan.ts";

/**
 * One request and its answer. Without an answer, the verdict is `silence` and `answered` is infinite. Instants are in epoch milliseconds.
 */
export type Try = {
  readonly sent: number;
  answered: number;
  verdict: "done" | "silence" | Condition;
  text: string;
  replayed: boolean;
  /** The requested values, if known. */
  request?: string;
  /** The network delivered the request a second time. */
  isCopy?: boolean;
  /** The request's id in the rows that it wants to write, if known. */
  invocation?: string;
};

/** A write in canonical names, and its requests. On a site without keys it has one. */
export type Scan = {
  readonly route: WriteId;
  readonly key: string | undefined;
  readonly fields: Readonly<Record<string, unknown>> & Partial<OperationSubject>;
  readonly tries: Try[];
};

/** The contents that a box was seen to hold, in the site's names. */
export type Sight = Pick<Try, "sent" | "answered"> & {
  readonly box_no: string;
  readonly body: Readonly<Record<string, unknown>>;
};

type Row = Readonly<Record<string, unknown>> & TableKey;
/** The row of an operation and when its request arrived; a refusal has neither event nor result. */
type OperationRow = Row & {
  readonly route: string;
  readonly zongpai?: string;
  readonly box_no?: string;
  readonly at: number;
  readonly invocation: string;
  readonly event?: HistoryEvent;
  readonly result?: Readonly<Record<string, unknown>>;
};
export type Rows = ReadonlyMap<string, Row>;

export const rowsOf = (items: readonly TableItem[]): Rows =>
  new Map(items.map((item) => [nameOfKey(keyOfRow(item)), { ...item, ...keyOfRow(item) }]));

/** The row of a command. */
export const rowOfScan = ({ key, fields, tries }: Scan, rows: Rows) => {
  const id = key === undefined ? `s#${tries[0]?.invocation}` : `k#${key}`;
  return rows.get(nameOfKey(operationKey(subjectOf(fields), id))) as OperationRow | undefined;
};

/** Receives each violation. */
export type Report = (violation: string, sentence: string) => void;

type Observed = {
  readonly scans: readonly Scan[];
  readonly sights: readonly Sight[];
  readonly items: readonly ItemRef[];
  /** When each operation row was written, if known. */
  readonly written?: ReadonlyMap<string, number>;
};
type Counted = Observed & {
  readonly rows: Rows;
  readonly site: Site;
  readonly report: Report;
  readonly rowOf: (scan: Scan) => OperationRow | undefined;
  readonly recorded: readonly OperationRow[];
};

/** A final refusal. */
const isRefusal = ({ verdict }: Try) =>
  verdict !== "done" && verdict !== "silence" && conditions[verdict].queue === "final";
const nothing = new Set<Try["verdict"]>(["throttled", "writeConflict", "erpUnavailable"]);

const shown = ({ route, key, fields, tries }: Scan, row?: OperationRow) => {
  const answers = tries.map(({ verdict, replayed, sent }) =>
    [verdict, replayed && "replayed", row && `${sent - row.at} ms from its row`]
      .filter(Boolean)
      .join(" "),
  );
  return `${route} ${key} ${JSON.stringify(fields)}: ${answers.join(", ")}${row ? "" : "; it has no row"}`;
};

/** Compares the answers of each command with its row. */
const checkAnswers = ({ scans, rowOf, site, report }: Counted) => {
  for (const scan of scans) {
    const row = rowOf(scan);
    const { tries, key } = scan;
    const recorded = row?.result !== undefined;
    const done = tries.filter(({ verdict }) => verdict === "done");
    // A client with a full storage may forget an instant, and then date the same entry again.
    const isOneRequest = new Set(tries.map(({ request }) => request)).size === 1;
    const isRightlyReused = ({ verdict }: Try) =>
      verdict === "idempotencyKeyReused" && !isOneRequest;
    // A stored refusal expires, and then the same key may be recorded.
    const refused = tries.filter(
      (made) =>
        isRefusal(made) &&
        !isRightlyReused(made) &&
        !(recorded && row.at >= made.sent + refusalLifetimeMs),
    );
    const sentence = () => shown(scan, row);
    if (tries.some(({ verdict }) => verdict === "internal")) report("internal faults", sentence());
    if (done.length > 0 && !recorded) report("lost", sentence());
    if (refused.length > 0 && recorded) report("refused but recorded", sentence());
    const answers = new Set([...done, ...refused].map(({ text }) => text));
    const firsts = done.filter(({ replayed }) => !replayed).length;
    const early = tries.length === 1 && done.some(({ replayed }) => replayed);
    const strange = done.some(
      ({ invocation, replayed }) =>
        invocation !== undefined && (invocation === row?.invocation) === replayed,
    );
    if (key !== undefined && (answers.size > 1 || firsts > 1 || early || strange))
      report("wrongly replayed", `${sentence()} ${[...answers].join(" | ")}`);
    const { recorded_at, quantity } = row?.result ?? {};
    for (const { text } of recorded_at === undefined ? [] : done) {
      const body = JSON.parse(text) as Record<string, unknown>;
      const same =
        body[site.fields.recorded_at] === new Date(Number(recorded_at)).toISOString() &&
        (quantity === undefined || scaled(body[site.fields.quantity], site) === quantity);
      if (!same)
        report(
          "wrongly replayed",
          `${sentence()} ${text}; the row: ${JSON.stringify(row?.result)}`,
        );
    }
    if (
      recorded &&
      tries.some(
        ({ invocation, verdict }) =>
          invocation !== undefined && invocation === row.invocation && nothing.has(verdict),
      )
    )
      report("nothing but recorded", sentence());
  }
};

const checkExplained = ({ scans, rows, rowOf, report }: Counted) => {
  const explained = new Set<Row | undefined>(scans.map(rowOf));
  for (const row of rows.values())
    if (row.sk.startsWith("OP#") && !explained.has(row))
      report("doubled", `of no command: ${JSON.stringify(row)}`);
};

/** Checks that the newest scan decides each place. */
const checkPlaces = ({ recorded, rows, report }: Counted) => {
  const moves = recorded.flatMap(({ zongpai, box_no = "", event }) => {
    const placed = event && eventPlaceOf(event);
    return placed ? [{ zongpai, box_no, location: undefined, ...placed }] : [];
  });
  const places = Map.groupBy(moves, ({ zongpai, box_no, category }) =>
    nameOfKey(zongpai === undefined ? boxLocationKey(box_no) : locationKey(zongpai, category)),
  );
  for (const [name, all] of places) {
    const newest = Math.max(...all.map(({ scanned_at }) => scanned_at));
    const row = rows.get(name);
    const known = all.some(
      (move) =>
        move.scanned_at === newest &&
        row?.at === newest &&
        move.location === row.location &&
        (move.cleared === true) === (row.cleared === true || row.has_left === true),
    );
    if (!known) report("lost", `${name} is ${JSON.stringify(row)}, its newest scan of ${newest}`);
  }
};

/** Checks that each late line names the place of the line before it in history. */
const checkLateLines = ({ recorded, report }: Counted) => {
  const lines = recorded.flatMap(({ event, ...row }) => (event ? [{ ...row, event }] : []));
  for (const ofOne of Map.groupBy(lines, ({ pk }) => pk).values()) {
    const inOrder = ofOne.toSorted((one, other) => one.at - other.at);
    for (const line of lateLinesIn(inOrder).wrong)
      report("history contradicts itself", JSON.stringify(line));
  }
};

/** Checks the cap of goods, if the site has one. The audit checks the caps of attachments. */
const checkOrdered = ({ rows, site: { box }, report }: Counted) => {
  for (const { pk, sk, headroom } of box.beyondOrdered === "refuse" ? rows.values() : [])
    if (sk === goodsKey("").sk && Number(headroom) < 0)
      report("caps passed", `${pk}: headroom ${headroom}`);
};

/** The effect of a command on its item, or the state that explains its refusal. For a move, the item in the second box. */
const stepOf = (
  { tries, fields }: Scan,
  row: OperationRow | undefined,
  second: boolean,
  { site, written }: Counted,
): Step | undefined => {
  const change = row?.event && itemChangesOf(row.event)[second ? 1 : 0];
  if (change) {
    const [, met, leaves] = change;
    const take: Step["take"] = (state) => (state === met ? leaves : undefined);
    return { ...spanOf(tries, written?.get(nameOfKey(row))), take };
  }
  const expected = scaled(fields.expected_quantity, site);
  const quantity = scaled(fields.quantity, site);
  type Holds = Partial<Record<Try["verdict"], (state: number) => boolean>>;
  // A move is a duplicate of its second item.
  const ofOne: Holds = second
    ? {}
    : {
        itemNotFound: (state) => state === 0,
        staleExpectedQuantity: (state) => state !== 0 && state !== expected,
        movedBeyondBoxed: (state) => state !== 0 && state < quantity,
      };
  const ofEither: Holds =
    second || fields.to_box_no === undefined
      ? { ...ofOne, duplicateBoxItem: (state) => state !== 0 }
      : ofOne;
  const refusal = tries.find(isRefusal);
  const hold = refusal && ofEither[refusal.verdict];
  const from = Math.min(...tries.map(({ sent }) => sent));
  return hold && { from, to: refusal.answered, take: (state) => (hold(state) ? state : undefined) };
};

const nameOfItem = ({ box_no, zongpai, category }: ItemRef) =>
  nameOfKey(boxItemKey(box_no, zongpai, category));

const itemsIn = ({ body, box_no }: Sight, { fields, ...site }: Site): Map<string, number> =>
  new Map(
    [body[fields.items], body[fields.entries]].flatMap((listed) =>
      (listed as Record<string, unknown>[]).map((one) => [
        nameOfItem({
          box_no,
          zongpai: String(one[fields.zongpai]),
          category: one[fields.category] as string | undefined,
        }),
        scaled(one[fields.quantity], { fields, ...site }),
      ]),
    ),
  );

const checkHistories = (counted: Counted) => {
  const { scans, sights, items, rowOf, rows, site, report } = counted;
  const touching = (which: "box_no" | "to_box_no") =>
    Map.groupBy(scans, ({ fields: { [which]: box_no, zongpai, category } }) =>
      box_no === undefined || zongpai === undefined
        ? ""
        : nameOfItem({ box_no: String(box_no), zongpai, category: category as string | undefined }),
    );
  const [firsts, seconds] = [touching("box_no"), touching("to_box_no")];
  const seen = sights.map((sight) => ({ ...sight, held: itemsIn(sight, site) }));
  const stepsOf = (commands: readonly Scan[] = [], second: boolean) =>
    commands.flatMap((scan) => stepOf(scan, rowOf(scan), second, counted) ?? []);
  const looking =
    (quantity: number): Step["take"] =>
    (state) =>
      state === quantity ? state : undefined;
  for (const item of items) {
    const name = nameOfItem(item);
    const done = [...stepsOf(firsts.get(name), false), ...stepsOf(seconds.get(name), true)];
    const looks = seen
      .filter(({ box_no }) => box_no === item.box_no)
      .map(({ sent: from, answered: to, held }) => ({
        from,
        to,
        take: looking(held.get(name) ?? 0),
      }));
    // The table's rows are the last state.
    const [from, quantity] = [Number.MAX_VALUE, Number(rows.get(name)?.quantity ?? 0)];
    const steps = [...done, ...looks, { from, to: from, take: looking(quantity) }];
    if (!linearises(steps))
      report(
        "histories without an order",
        `${name}: ${done.length} commands, ${looks.length} looks`,
      );
  }
};

/** Compares the answers with the table. The audit recounts the counters and the caps of attachments. */
export const recount = (observed: Observed, rows: Rows, site: Site, report: Report): void => {
  const rowOf = (scan: Scan) => rowOfScan(scan, rows);
  const recorded = [...rows.values()].filter(
    ({ sk, result }) => sk.startsWith("OP#") && result !== undefined,
  ) as OperationRow[];
  const counted = { ...observed, rows, site, report, rowOf, recorded };
  checkAnswers(counted);
  checkExplained(counted);
  checkPlaces(counted);
  checkLateLines(counted);
  checkOrdered(counted);
  checkHistories(counted);
};
