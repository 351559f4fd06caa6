import { itemsOf, placeIn } from "#lib/domain/events.ts";
import type { Site } from "#lib/site/schema.ts";
import { boxItemKey, goodsKey, locationKey } from "#lib/store/keys.ts";
import { linearises, type Step } from "./history.ts";
import { type ItemRef, scaled } from "./plan.ts";
import { arrivedIn, nameOf, type OperationRow, operationsOf, type Rows } from "./rows.ts";
import { isRefusal, type Scan, type Try } from "./scanner.ts";

/** What must never be. */
export type Violation =
  | "lost"
  | "doubled"
  | "wrongly replayed"
  | "refused but recorded"
  | "nothing but recorded"
  | "caps passed"
  | "drift"
  | "histories without an order"
  | "internal faults";

export type Report = (violation: Violation, sentence: string) => void;

/** What a box was seen to hold of an item; 0 is nothing. */
export type Sight = {
  readonly item: ItemRef;
  readonly quantity: number;
  readonly sent: number;
  readonly answered: number;
};

type Found = ReturnType<typeof operationsOf>;
type Observed = {
  readonly scans: readonly Scan[];
  readonly sights: readonly Sight[];
  readonly items: readonly ItemRef[];
  readonly keyed: boolean;
};
type Counted = Observed & {
  readonly rows: Rows;
  readonly site: Site;
  readonly report: Report;
  readonly found: Found;
};

const nothing = new Set<Try["verdict"]>(["throttled", "writeConflict", "erpUnavailable"]);

const shown = ({ n, route, key, fields, tries }: Scan, row?: OperationRow) => {
  const answers = tries.map(({ verdict, replayed, sent }) =>
    [verdict, replayed && "replayed", row && `${sent - row.at} ms from its row`]
      .filter(Boolean)
      .join(" "),
  );
  return `command ${n} ${route} ${key} ${JSON.stringify(fields)}: ${answers.join(", ")}${row ? "" : "; it has no row"}`;
};

/** The answers of each command, against its row. */
const checkAnswers = ({ scans, found: { rowOf, unexplained }, keyed, site, report }: Counted) => {
  for (const scan of scans) {
    const row = rowOf.get(scan);
    const { tries } = scan;
    const recorded = row?.result !== undefined;
    const done = tries.filter(({ verdict }) => verdict === "done");
    const refused = tries.filter(isRefusal);
    const sentence = shown(scan, row);
    if (tries.some(({ verdict }) => verdict === "internal")) report("internal faults", sentence);
    if (done.length > 0 && !recorded) report("lost", sentence);
    if (refused.length > 0 && recorded) report("refused but recorded", sentence);
    const answers = new Set([...done, ...refused].map(({ text }) => text));
    const firsts = done.filter(({ replayed }) => !replayed).length;
    const early = tries.length === 1 && done.some(({ replayed }) => replayed);
    if (keyed && (answers.size > 1 || firsts > 1 || early))
      report("wrongly replayed", `${sentence} ${[...answers].join(" | ")}`);
    const { recorded_at, quantity } = row?.result ?? {};
    for (const { text } of recorded_at === undefined ? [] : done) {
      const body = JSON.parse(text) as Record<string, unknown>;
      const same =
        body[site.fields.recorded_at] === new Date(Number(recorded_at)).toISOString() &&
        (quantity === undefined || scaled(body[site.fields.quantity], site) === quantity);
      if (!same)
        report("wrongly replayed", `${sentence} ${text}; the row: ${JSON.stringify(row?.result)}`);
    }
    const its = recorded ? tries.filter((made) => arrivedIn(row, made)) : [];
    if (its.length > 0 && its.every(({ verdict }) => nothing.has(verdict)))
      report("nothing but recorded", sentence);
  }
  for (const row of unexplained) report("doubled", `of no command: ${JSON.stringify(row)}`);
};

/** The newest scan of each place is the place. */
const checkPlaces = ({ found: { recorded }, rows, report }: Counted) => {
  const moves = recorded.flatMap(({ zongpai, event }) => {
    const placed = event && placeIn(event);
    return placed ? [{ zongpai, location: undefined, ...placed }] : [];
  });
  const places = Map.groupBy(moves, ({ zongpai, category }) =>
    nameOf(locationKey(zongpai, category)),
  );
  for (const [name, all] of places) {
    const newest = Math.max(...all.map(({ scanned_at }) => scanned_at));
    const row = rows.get(name);
    const known = all.some(
      (move) =>
        move.scanned_at === newest &&
        row?.at === newest &&
        move.location === row.location &&
        (move.cleared === true) === (row.cleared === true),
    );
    if (!known) report("lost", `${name} is ${JSON.stringify(row)}, its newest scan of ${newest}`);
  }
};

/** The cap of goods themselves, where the site keeps it; the audit checks those of attachments. */
const checkOrdered = ({ rows, site: { box }, report }: Counted) => {
  for (const { pk, sk, headroom } of box.beyondOrdered === "refuse" ? rows.values() : [])
    if (sk === goodsKey("").sk && Number(headroom) < 0)
      report("caps passed", `${pk}: headroom ${headroom}`);
};

/** What a command did to its item (a move: to its second one), or must have seen of it to be refused as it was. */
const stepOf = (
  { tries, fields, other }: Scan,
  row: OperationRow | undefined,
  second: boolean,
  site: Site,
): Step | undefined => {
  const from = Math.min(...tries.map(({ sent }) => sent));
  const change = row?.event && itemsOf(row.event)[second ? 1 : 0];
  if (change) {
    const [, met, leaves] = change;
    const done = tries.filter(({ verdict }) => verdict === "done");
    const to = Math.min(...done.map(({ answered }) => answered));
    return { from, to, take: (state) => (state === met ? leaves : undefined) };
  }
  const expected = scaled(fields.expected_quantity, site);
  const quantity = scaled(fields.quantity, site);
  type Holds = Partial<Record<Try["verdict"], (state: number) => boolean>>;
  // Of a move the second item is the one that may be there already.
  const ofOne: Holds = second
    ? {}
    : {
        itemNotFound: (state) => state === 0,
        staleExpectedQuantity: (state) => state !== 0 && state !== expected,
        movedBeyondBoxed: (state) => state !== 0 && state < quantity,
      };
  const ofEither: Holds =
    second || !other ? { ...ofOne, duplicateBoxItem: (state) => state !== 0 } : ofOne;
  const refusal = tries.find(isRefusal);
  const hold = refusal && ofEither[refusal.verdict];
  return hold && { from, to: refusal.answered, take: (state) => (hold(state) ? state : undefined) };
};

const checkHistories = ({ scans, sights, items, found, rows, site, report }: Counted) => {
  const nameOfItem = ({ box_no, zongpai, category }: ItemRef) =>
    nameOf(boxItemKey(box_no, zongpai, category));
  const touching = (which: "item" | "other") =>
    Map.groupBy(scans, ({ [which]: item }) => (item ? nameOfItem(item) : ""));
  const [firsts, seconds] = [touching("item"), touching("other")];
  const seen = Map.groupBy(sights, ({ item }) => nameOfItem(item));
  const stepsOf = (commands: readonly Scan[] = [], second: boolean) =>
    commands.flatMap((scan) => stepOf(scan, found.rowOf.get(scan), second, site) ?? []);
  for (const name of items.map(nameOfItem)) {
    const done = [...stepsOf(firsts.get(name), false), ...stepsOf(seconds.get(name), true)];
    // What is in the table now was seen last.
    const quantity = Number(rows.get(name)?.quantity ?? 0);
    const last = { sent: Number.MAX_VALUE, answered: Number.MAX_VALUE, quantity };
    const looks = [...(seen.get(name) ?? []), last].map(
      ({ sent: from, answered: to, quantity }): Step => ({
        from,
        to,
        take: (state) => (state === quantity ? state : undefined),
      }),
    );
    if (!linearises([...done, ...looks]))
      report(
        "histories without an order",
        `${name}: ${done.length} commands, ${looks.length} looks`,
      );
  }
};

/** Compares the answers with what the engine holds, but for the counters and the caps of attachments, which the audit counts again. */
export const recount = (observed: Observed, rows: Rows, site: Site, report: Report): void => {
  const found = operationsOf(observed.scans, rows, observed.keyed, site);
  const counted = { ...observed, rows, site, report, found };
  checkAnswers(counted);
  checkPlaces(counted);
  checkOrdered(counted);
  checkHistories(counted);
};
