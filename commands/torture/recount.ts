import type { HistoryEvent } from "#lib/domain/history.ts";
import type { Site } from "#lib/site/schema.ts";
import { boxItemKey, goodsKey, locationKey, operationKey } from "#lib/store/keys.ts";
import { scaled } from "./plan.ts";
import { nameOf, type OperationRow, operationsIn, type Rows } from "./rows.ts";
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
  "unlike its history",
  "faults told",
] as const;
export type Violation = (typeof violations)[number];

/** Told of each violation, with a sentence. */
export type Tell = (violation: Violation, sentence: string) => void;

const nothing = new Set<Try["told"]>(["throttled", "writeConflict", "erpUnavailable"]);

/** Milliseconds after which a request that was cut off has surely arrived, or never will. */
const longestWay = 20_000;

/** Whether the request of an operation may have been this one: it arrives while its sender waits, or soon after he gave up. */
const arrivedIn = ({ at }: OperationRow, { sent, answered }: Try) => at >= sent && at <= Math.min(answered, sent + longestWay);

const shown = ({ n, route, key, fields, tries }: Scan, row?: OperationRow) =>
  `command ${n} ${route} ${key} ${JSON.stringify(fields)}: told ${tries.map(({ told, replayed }) => told + (replayed ? " (replayed)" : "")).join(", ")}${
    row ? `; arrivals ${tries.map(({ sent }) => sent - row.at).join(", ")} ms from that of its row` : "; it has no row"
  }`;

/** What a command was told, against the row of its key. */
const checkTold = (scan: Scan, row: OperationRow | undefined, site: Site, tell: Tell) => {
  const done = scan.tries.filter(({ told }) => told === "done");
  const refused = scan.tries.filter(isRefusal);
  const sentence = shown(scan, row);
  if (done.length > 0 && !row?.result) tell("lost", sentence);
  if (refused.length > 0 && row?.result) tell("refused but recorded", sentence);
  const answers = new Set([...done, ...refused].map(({ text }) => text));
  const firsts = done.filter(({ replayed }) => !replayed).length;
  const early = scan.tries.length === 1 && done.some(({ replayed }) => replayed);
  if (answers.size > 1 || firsts > 1 || early) tell("wrongly replayed", `${sentence} ${[...answers].join(" | ")}`);
  if (!row?.result) return;
  const { recorded_at, quantity } = row.result;
  for (const { text } of recorded_at === undefined ? [] : done) {
    const body = JSON.parse(text) as Record<string, unknown>;
    const same = body[site.fields.recorded_at] === new Date(Number(recorded_at)).toISOString();
    if (!same || (quantity !== undefined && scaled(body[site.fields.quantity], site) !== quantity))
      tell("wrongly replayed", `${sentence} ${text}; its row says ${JSON.stringify(row.result)}`);
  }
  const its = scan.tries.filter((made) => arrivedIn(row, made));
  if (its.length > 0 && its.every(({ told }) => nothing.has(told))) tell("nothing but recorded", sentence);
};

/** With keys: each command has a row of its own, and no row is of another. */
const checkKeyed = (scans: readonly Scan[], rows: Rows, site: Site, tell: Tell) => {
  const strangers = new Map(operationsIn(rows).map((row) => [nameOf(row), row]));
  for (const scan of scans) {
    const name = nameOf(operationKey(scan.fields.zongpai, `k#${scan.key}`));
    checkTold(scan, strangers.get(name), site, tell);
    strangers.delete(name);
  }
  for (const [name, row] of strangers) tell("doubled", `${name} is of no command: ${JSON.stringify(row)}`);
};

/** What a command asks for, or an event did, as a name; a configuration is told from others by its goods alone. */
const deedOf = (route: string, zongpai: string, fields: Readonly<Record<string, unknown>>, quantity: number): string =>
  JSON.stringify([...[route, zongpai, quantity], ...["box_no", "to_box_no", "category", "location"].map((name) => fields[name])]);

/** Without keys nothing names the row of a request: of each deed there are as many rows as were told, or were perhaps done. */
const checkCounts = (scans: readonly Scan[], rows: Rows, site: Site, tell: Tell) => {
  const recorded = Map.groupBy(
    operationsIn(rows).filter(({ result }) => result),
    ({ route, zongpai, event }) => {
      const { quantity = 0, to = quantity, ...names } = event as Readonly<Record<string, unknown>>;
      return deedOf(route, zongpai, names, Number(to));
    },
  );
  const asked = Map.groupBy(scans, ({ route, fields }) => deedOf(route, fields.zongpai, fields, scaled(fields.quantity ?? 0, site)));
  for (const deed of new Set([...recorded.keys(), ...asked.keys()])) {
    const count = recorded.get(deed)?.length ?? 0;
    const its = asked.get(deed) ?? [];
    const done = its.filter(({ tries }) => tries.some(({ told }) => told === "done")).length;
    const unknown = its.filter(({ tries }) => tries.every(({ told }) => ["silence", "timeout", "internal"].includes(told))).length;
    const sentence = `${deed}: ${count} rows; ${its.map((scan) => shown(scan)).join(" | ")}`;
    if (count < done) tell("lost", sentence);
    if (count > done + unknown) tell(its.some(({ tries }) => tries.some(isRefusal)) ? "refused but recorded" : "doubled", sentence);
  }
};

type Change = { readonly item: string; readonly met: number; readonly left: number };

/** The quantity of each item before and after an event; 0 is none. */
const changesOf = (event: HistoryEvent, zongpai: string): Change[] => {
  const item = (box: string, category?: string) => nameOf(boxItemKey(box, zongpai, category));
  switch (event.kind) {
    case "saved":
      return [{ item: item(event.box_no, event.category), met: 0, left: event.quantity }];
    case "corrected":
      return [{ item: item(event.box_no, event.category), met: event.from, left: event.to }];
    case "transferred": {
      const { box_no, to_box_no, category, quantity, left } = event;
      return [
        { item: item(box_no, category), met: left + quantity, left },
        { item: item(to_box_no, category), met: 0, left: quantity },
      ];
    }
    default:
      return [];
  }
};

/** Each item went from nothing to what it is now: every quantity that it had was left as often as it was reached. */
const checkItems = (operations: readonly OperationRow[], rows: Rows, tell: Tell) => {
  const changes = operations.flatMap(({ event, zongpai }) => (event ? changesOf(event, zongpai) : []));
  const inBoxes = [...rows].filter(([, { pk, sk }]) => pk.startsWith("B#") && sk.startsWith("Z#"));
  const held = inBoxes.map(([item, { quantity }]): Change => ({ item, met: Number(quantity), left: 0 }));
  for (const [item, all] of Map.groupBy([...changes, ...held], (one) => one.item)) {
    const reached = all.map(({ left }) => left).toSorted((one, other) => one - other);
    const met = all.map(({ met }) => met).toSorted((one, other) => one - other);
    if (reached.join() !== met.join()) tell("unlike its history", `${item}: ${all.map(({ met, left }) => `${met} → ${left}`).join(", ")}`);
  }
};

/** The newest scan of each place is the place. */
const checkPlaces = (operations: readonly OperationRow[], rows: Rows, tell: Tell) => {
  const moves = operations.flatMap(({ zongpai, event }) =>
    event?.kind === "moved" || event?.kind === "cleared" ? [{ zongpai, location: undefined, ...event }] : [],
  );
  for (const [name, all] of Map.groupBy(moves, ({ zongpai, category }) => nameOf(locationKey(zongpai, category)))) {
    const newest = Math.max(...all.map(({ scanned_at }) => scanned_at));
    const row = rows.get(name);
    const known = all.some(
      (move) =>
        move.scanned_at === newest &&
        row?.at === newest &&
        move.location === row.location &&
        (move.kind === "cleared") === (row.cleared === true),
    );
    if (!known) tell("lost", `${name} is ${JSON.stringify(row)}, and the newest scan of it is of ${newest}`);
  }
};

/** The cap that the audit cannot tell: of goods themselves, where the site keeps it. */
const checkOrdered = (rows: Rows, { box }: Site, tell: Tell) => {
  for (const { pk, sk, headroom } of box.beyondOrdered === "refuse" ? rows.values() : [])
    if (sk === goodsKey("").sk && Number(headroom) < 0) tell("caps passed", `${pk}: headroom ${headroom}`);
};

/** Compares what was told with what the engine holds: everything but the counters and the caps of attachments, which the audit counts again. */
export const recount = (scans: readonly Scan[], keyed: boolean, rows: Rows, site: Site, tell: Tell): void => {
  for (const scan of scans) if (scan.tries.some(({ told }) => told === "internal")) tell("faults told", shown(scan));
  (keyed ? checkKeyed : checkCounts)(scans, rows, site, tell);
  checkItems(operationsIn(rows), rows, tell);
  checkPlaces(operationsIn(rows), rows, tell);
  checkOrdered(rows, site, tell);
};
