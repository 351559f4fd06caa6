import { itemsOf, placeIn } from "#lib/domain/events.ts";
import type { Site } from "#lib/site/schema.ts";
import { boxItemKey, goodsKey, locationKey } from "#lib/store/keys.ts";
import { linearises, type Step } from "./history.ts";
import { type ItemRef, scaled } from "./plan.ts";
import { arrivedIn, nameOf, type OperationRow, operationsOf, type Rows } from "./rows.ts";
import { isRefusal, type Scan, type Try } from "./scanner.ts";

/** What must never be. */
export const violations = [
  "lost",
  "doubled",
  "wrongly replayed",
  "refused but recorded",
  "nothing but recorded",
  "caps passed",
  "drift",
  "histories without an order",
  "faults told",
] as const;
export type Violation = (typeof violations)[number];

/** Told of each violation, with a sentence. */
export type Tell = (violation: Violation, sentence: string) => void;

/** What a box was seen to hold of an item; 0 is nothing. */
export type Sight = {
  readonly item: ItemRef;
  readonly quantity: number;
  readonly sent: number;
  readonly answered: number;
};

type Found = ReturnType<typeof operationsOf>;

const nothing = new Set<Try["verdict"]>(["throttled", "writeConflict", "erpUnavailable"]);

const shown = ({ n, route, key, fields, tries }: Scan, row?: OperationRow) =>
  `command ${n} ${route} ${key} ${JSON.stringify(fields)}: answered ${tries.map(({ verdict, replayed }) => verdict + (replayed ? " (replayed)" : "")).join(", ")}${
    row
      ? `; arrivals ${tries.map(({ sent }) => sent - row.at).join(", ")} ms from that of its row`
      : "; it has no row"
  }`;

/** What each command was told, against its row. */
const checkAnswers = (
  scans: readonly Scan[],
  { rowOf, unexplained }: Found,
  keyed: boolean,
  site: Site,
  tell: Tell,
) => {
  for (const scan of scans) {
    const row = rowOf.get(scan);
    const recorded = row?.result !== undefined;
    const done = scan.tries.filter(({ verdict }) => verdict === "done");
    const refused = scan.tries.filter(isRefusal);
    const sentence = shown(scan, row);
    if (scan.tries.some(({ verdict }) => verdict === "internal")) tell("faults told", sentence);
    if (done.length > 0 && !recorded) tell("lost", sentence);
    if (refused.length > 0 && recorded) tell("refused but recorded", sentence);
    const answers = new Set([...done, ...refused].map(({ text }) => text));
    const firsts = done.filter(({ replayed }) => !replayed).length;
    const early = scan.tries.length === 1 && done.some(({ replayed }) => replayed);
    if (keyed && (answers.size > 1 || firsts > 1 || early))
      tell("wrongly replayed", `${sentence} ${[...answers].join(" | ")}`);
    const { recorded_at, quantity } = row?.result ?? {};
    for (const { text } of recorded && recorded_at !== undefined ? done : []) {
      const body = JSON.parse(text) as Record<string, unknown>;
      const same = body[site.fields.recorded_at] === new Date(Number(recorded_at)).toISOString();
      if (
        !same ||
        (quantity !== undefined && scaled(body[site.fields.quantity], site) !== quantity)
      )
        tell(
          "wrongly replayed",
          `${sentence} ${text}; its row says ${JSON.stringify(row?.result)}`,
        );
    }
    const its = recorded ? scan.tries.filter((made) => arrivedIn(row, made)) : [];
    if (its.length > 0 && its.every(({ verdict }) => nothing.has(verdict)))
      tell("nothing but recorded", sentence);
  }
  for (const row of unexplained)
    tell("doubled", `${nameOf(row)} is of no command: ${JSON.stringify(row)}`);
};

/** The newest scan of each place is the place. */
const checkPlaces = ({ recorded }: Found, rows: Rows, tell: Tell) => {
  const moves = recorded.flatMap(({ zongpai, event }) => {
    const placed = event && placeIn(event);
    return placed ? [{ zongpai, location: undefined, ...placed }] : [];
  });
  for (const [name, all] of Map.groupBy(moves, ({ zongpai, category }) =>
    nameOf(locationKey(zongpai, category)),
  )) {
    const newest = Math.max(...all.map(({ scanned_at }) => scanned_at));
    const row = rows.get(name);
    const known = all.some(
      (move) =>
        move.scanned_at === newest &&
        row?.at === newest &&
        move.location === row.location &&
        (move.cleared === true) === (row.cleared === true),
    );
    if (!known)
      tell("lost", `${name} is ${JSON.stringify(row)}, and the newest scan of it is of ${newest}`);
  }
};

/** The cap that the audit cannot tell: of goods themselves, where the site keeps it. */
const checkOrdered = (rows: Rows, { box }: Site, tell: Tell) => {
  for (const { pk, sk, headroom } of box.beyondOrdered === "refuse" ? rows.values() : [])
    if (sk === goodsKey("").sk && Number(headroom) < 0)
      tell("caps passed", `${pk}: headroom ${headroom}`);
};

/** What a command did to its item (to the second one of a move), or had to see of it to be refused as it was. */
const stepOf = (
  scan: Scan,
  row: OperationRow | undefined,
  second: boolean,
  site: Site,
): Step | undefined => {
  const from = Math.min(...scan.tries.map(({ sent }) => sent));
  const change = row?.event && itemsOf(row.event)[second ? 1 : 0];
  if (change) {
    const [, met, leaves] = change;
    const to = Math.min(
      ...scan.tries.map(({ verdict, answered }) =>
        verdict === "done" ? answered : Number.POSITIVE_INFINITY,
      ),
    );
    return { from, to, take: (state) => (state === met ? leaves : undefined) };
  }
  const refusal = scan.tries.find(isRefusal);
  const expected = scaled(scan.fields.expected_quantity, site);
  const ofOne: Partial<Record<Try["verdict"], (state: number) => boolean>> = {
    itemNotFound: (state) => state === 0,
    staleExpectedQuantity: (state) => state !== 0 && state !== expected,
    movedBeyondBoxed: (state) => state !== 0 && state < scaled(scan.fields.quantity, site),
  };
  const duplicate = (state: number) => state !== 0;
  // Of a move the second item is the one that may be there already.
  const verdict = refusal?.verdict;
  const hold =
    verdict === "duplicateBoxItem"
      ? second || !scan.other
        ? duplicate
        : undefined
      : !second && verdict
        ? ofOne[verdict]
        : undefined;
  return (
    hold &&
    refusal && { from, to: refusal.answered, take: (state) => (hold(state) ? state : undefined) }
  );
};

const checkHistories = (
  items: ReadonlyMap<string, ItemRef>,
  { scans, sights }: Pick<Observed, "scans" | "sights">,
  found: Found,
  rows: Rows,
  site: Site,
  tell: Tell,
) => {
  const nameOfItem = ({ box_no, zongpai, category }: ItemRef) =>
    nameOf(boxItemKey(box_no, zongpai, category));
  const touching = (which: "item" | "other") =>
    Map.groupBy(scans, ({ [which]: item }) => (item ? nameOfItem(item) : ""));
  const [firsts, seconds] = [touching("item"), touching("other")];
  const seen = Map.groupBy(sights, ({ item }) => nameOfItem(item));
  for (const name of items.keys()) {
    const stepsOf = (commands: readonly Scan[] = [], second: boolean) =>
      commands.flatMap((scan) => stepOf(scan, found.rowOf.get(scan), second, site) ?? []);
    const done = [...stepsOf(firsts.get(name), false), ...stepsOf(seconds.get(name), true)];
    // What is in the table now was seen last.
    const last = {
      sent: Number.MAX_VALUE,
      answered: Number.MAX_VALUE,
      quantity: Number(rows.get(name)?.quantity ?? 0),
    };
    const looks = [...(seen.get(name) ?? []), last].map(({ sent, answered, quantity }): Step => {
      return {
        from: sent,
        to: answered,
        take: (state) => (state === quantity ? state : undefined),
      };
    });
    if (!linearises([...done, ...looks]))
      tell("histories without an order", `${name}: ${done.length} commands, ${looks.length} looks`);
  }
};

export type Observed = {
  readonly scans: readonly Scan[];
  readonly sights: readonly Sight[];
  readonly items: readonly ItemRef[];
  readonly keyed: boolean;
};

/** Compares what was told with what the engine holds: everything but the counters and the caps of attachments, which the audit counts again. */
export const recount = (
  { scans, sights, items, keyed }: Observed,
  rows: Rows,
  site: Site,
  tell: Tell,
): void => {
  const found = operationsOf(scans, rows, keyed, site);
  const named = new Map(
    items.map((item) => [nameOf(boxItemKey(item.box_no, item.zongpai, item.category)), item]),
  );
  checkAnswers(scans, found, keyed, site, tell);
  checkPlaces(found, rows, tell);
  checkOrdered(rows, site, tell);
  checkHistories(named, { scans, sights }, found, rows, site, tell);
};
