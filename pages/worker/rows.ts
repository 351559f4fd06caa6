import * as settings from "site:settings";
import type { Answer, Fields, WriteId } from "#lib/page/requests.ts";
import type { EntryStatus } from "#scanner/client/news.ts";
import type { Entry, EntryState, Outcome } from "#scanner/client/types.ts";

/** A request that changes something, before it has its place in the queue. */
export type Command = {
  [Id in WriteId]: Readonly<{ route: Id; fields: Fields<Id> }>;
}[WriteId];
/** Off shelf a site may have a note as the location. */
export type Place =
  | { readonly location: string }
  | { readonly off_shelf: true; readonly location?: string | undefined };

/** Where the site has it: only if this is still the quantity. */
const expecting = (route: WriteId, quantity?: number) =>
  settings.client.routes[route]?.takes.expected_quantity ? { expected_quantity: quantity } : {};

/** Goods, an attachment of them, or a box by itself. */
export type Placed = Readonly<{ zongpai?: string; category?: string; box_no?: string }>;

export const placing = (at: Place, { zongpai = "", category, box_no }: Placed): Command => {
  if (box_no) return { route: "post-box-location", fields: { box_no, ...at } };
  return category
    ? { route: "post-attachment-location", fields: { zongpai, category, ...at } }
    : { route: "post-trace-location", fields: { zongpai, ...at } };
};

export const leaving = ({ zongpai = "", category }: Placed): Command => ({
  route: "clear-place",
  fields: { zongpai, category },
});

/** Into a box that holds none of it, or so many instead of those that it holds. */
export const saving = ({ category, ...item }: Item, quantity: number, held = 0): Command => {
  const fields = { ...item, quantity };
  if (category) {
    const route = held ? "patch-attachment-box" : "post-attachment-box";
    return { route, fields: { ...fields, category, ...expecting(route, held) } };
  }
  const route = held ? "edit-box" : "post-box";
  return { route, fields: { ...fields, ...expecting(route, held) } };
};

/** What a number means: the quantity in the box after the save; `added`: how many of it are new. */
export type Meaning = Readonly<{ quantity: number; added?: number }>;

export const takingOut = ({ category, ...item }: Item, held: number): Command =>
  category
    ? {
        route: "delete-attachment-box",
        fields: { ...item, category, ...expecting("delete-attachment-box", held) },
      }
    : { route: "delete-box", fields: { ...item, ...expecting("delete-box", held) } };

export const moving = (item: Item, to_box_no: string, quantity: number, held: number): Command => ({
  route: "move-item",
  fields: { ...item, to_box_no, quantity, ...expecting("move-item", held) },
});

/** Goods in a box; with a category an attachment of them. */
export type Item = Readonly<{ box_no: string; zongpai: string; category?: string }>;

export type Scanned = Pick<Entry<WriteId>, "route" | "fields">;

/** The fields of a write that name something, and its quantities. */
export const partsOf = ({ fields }: Scanned) => {
  const text = (name: string) => (fields[name] === undefined ? undefined : String(fields[name]));
  const number = (name: string) => (fields[name] === undefined ? undefined : Number(fields[name]));
  return {
    zongpai: text("zongpai") ?? "",
    box_no: text("box_no"),
    to_box_no: text("to_box_no"),
    location: text("location"),
    category: text("category"),
    off_shelf: fields.off_shelf === true,
    quantity: number("quantity"),
    expected: number("expected_quantity"),
  };
};

/** It says where goods, an attachment of them or a box are. */
export const isPlace = ({ route }: Scanned): boolean =>
  /^(post-(trace|attachment|box)-location|clear-place)$/.test(route);

/** Where such a scan is listed. */
export const modeOf = (scan: Scanned) =>
  scan.fields.category ? "attach" : isPlace(scan) ? "shelve" : "box";

const outcomes = {
  waiting: "kept",
  sent: "kept",
  held: "kept",
  aside: "refused",
  refused: "refused",
  unsure: "refused",
  done: "recorded",
  superseded: "superseded",
  withdrawn: "recorded",
} as const satisfies Record<EntryState, string>;

type Outcomes = (typeof outcomes)[EntryState];
export type OutcomeName = Outcomes | "wrong-label";

/** A scan that the queue has taken, and what became of it. */
export type Row = Readonly<{
  entry: Entry<WriteId>;
  outcome: Outcomes;
  state: EntryState;
  /** Where a newer scan has seen the goods. */
  newer?: Partial<Answer<"clear-place">>;
  /** It was taken back before it was sent. */
  gone?: boolean;
  /** The worker meant to add so many; `quantity` is the sum. */
  added?: number;
  /** When a refusal or a newer scan arrived that the band did not show, in epoch milliseconds. */
  late?: number;
  /** The worker has touched Seen. */
  seen?: boolean;
  understood?: boolean;
}>;

/** Which scan another one takes back, by the id of its entry; `hadNone`: its goods had no place before. */
export type TakeBack = Readonly<{ of: string; hadNone?: boolean | undefined }>;

/** What the band says of a label that was not taken. */
export type Wrong = Readonly<{
  label: string;
  word?: string;
  text: string;
  shelf?: string;
  note?: string;
}>;

/** What the band shows: what became of a scan, a label that was not taken, how much waits, or how much of that was recorded. */
type Band =
  | Readonly<
      | { is: "row"; id: string }
      | { is: "waiting"; others?: boolean }
      | { is: "recorded"; count: number }
    >
  | ({ readonly is: "wrong" } & Wrong);

/** What the page keeps of an entry, because the queue does not: for a newer scan the whole row. */
export type Mark = Pick<Row, "outcome" | "added" | "late" | "seen"> &
  Readonly<{ id: string; row?: Row }>;

export type Rows = Readonly<{
  rows: readonly Row[];
  /** Of entries from earlier sessions. */
  marks: readonly Mark[];
  band?: Band;
  /** Counts what the band has shown, so that two alike are seen as two. */
  resultCount: number;
}>;

const remembered = 60;

export const isRefused = ({ outcome, understood }: Row): boolean =>
  outcome === "refused" && !understood;

/** The header counts it until it is understood. A newer scan is counted only if the band did not show it. */
export const isUnsettled = (row: Row): boolean =>
  isRefused(row) || (row.outcome === "superseded" && row.late !== undefined && !row.understood);

/** The strip shows it. */
export const isUnseen = (row: Row): boolean =>
  isUnsettled(row) && row.late !== undefined && !row.seen;

/** Whether the band may show a new row: never in the place of a newer scan. */
const mayTake = (band: Band | undefined, row: Row, rows: readonly Row[]) => {
  if (!band || band.is === "waiting" || band.is === "recorded") return true;
  const shown = rows.find(({ entry }) => band.is === "row" && entry.id === band.id);
  return shown !== undefined && shown.entry.order <= row.entry.order;
};

/** One step of an entry, of this session or of an earlier one; `isShown`: the worker sees this entry in the band. */
export const reduce = (
  { rows: before, marks, band, resultCount }: Rows,
  { entry, state }: EntryStatus<WriteId>,
  outcome?: Outcome,
  isShown = false,
): Rows => {
  const { id } = entry;
  const old = before.find((one) => one.entry.id === id);
  // After a restart the queue reports this state later than the entry.
  const is = entry.aside && outcomes[state] === "kept" ? "refused" : outcomes[state];
  const isNews = old?.outcome !== is;
  const isProblem = is === "refused" || is === "superseded";
  const news = { late: isProblem && !isShown ? Date.now() : undefined, seen: false };
  // Without a mark, a refusal from an earlier session counts as late: the worker may not have seen it.
  const { outcome: marked, added, late, seen } = (!old && marks.find((one) => one.id === id)) || {};
  const row: Row = {
    ...(old ?? { added }),
    entry,
    outcome: is,
    state,
    gone: state === "withdrawn",
    ...(isNews && (marked === is ? { late, seen } : news)),
    ...(outcome?.state === "superseded" && { newer: outcome.answer }),
  };
  const all = old ? before.map((one) => (one === old ? row : one)) : [row, ...before];
  const rows = all.filter(
    (one, at) => at < remembered || one.outcome === "kept" || isUnsettled(one),
  );
  const isInBand = band?.is === "row" && band.id === id;
  const takesBand = old ? isInBand && isNews && is !== "recorded" : mayTake(band, row, all);
  if (takesBand && row.late === undefined)
    return { rows, marks, band: { is: "row", id }, resultCount: resultCount + 1 };
  const none = band?.is === "waiting" && !rows.some((one) => one.outcome === "kept");
  // The strip shows it, so the band does not.
  const isStrip = isInBand && row.late !== undefined;
  return { rows, marks, band: none || isStrip ? undefined : band, resultCount };
};

/** What the page must know of its entries after a restart. */
export const marksOf = (rows: readonly Row[]): Mark[] =>
  rows
    .filter((row) => isUnsettled(row) || (row.outcome === "kept" && row.added !== undefined))
    .map((row) => {
      const { entry, outcome, added, late, seen } = row;
      const mark = { id: entry.id, outcome, added, late, seen };
      return outcome === "superseded" ? { ...mark, row } : mark;
    });

/** The rows of earlier sessions, and the band that sums them up. */
export const restored = (
  entries: readonly EntryStatus<WriteId>[],
  marks: readonly Mark[],
): Rows => {
  const nothing: Rows = { rows: [], marks, resultCount: 0 };
  const { rows, band } = entries.reduce((all, status) => reduce(all, status), nothing);
  const newer = marks.flatMap(({ row }) => row ?? []);
  const isQueued = ({ entry: { id } }: Row) => rows.some(({ entry }) => entry.id === id);
  const all = [...rows, ...newer.filter((row) => !isQueued(row))].sort(
    (one, other) => other.entry.order - one.entry.order,
  );
  const waits = all.some(({ outcome }) => outcome === "kept");
  return { rows: all, marks, band: waits ? { is: "waiting" } : band, resultCount: 0 };
};

export const codesOf = (scan: Scanned): string[] => {
  const { zongpai, box_no, to_box_no, location } = partsOf(scan);
  return [zongpai, box_no, to_box_no, location].filter((code) => code !== undefined);
};

/** What a box held when it was asked, and which rows the answer knew. */
export type Contents = Readonly<{ box?: Answer<"get-box-info">; known: ReadonlySet<string> }>;

/** A line of a box, and the row of this page that says so. */
export type Holding = Omit<Item, "box_no"> & Readonly<{ quantity: number; row?: Row }>;

/** Whether both are of the same goods, or the same attachment of them. */
export const isSame = (one: Placed, other: Placed): boolean =>
  one.zongpai === other.zongpai && one.category === other.category;

/** Without the last digits of a binary fraction. */
export const sumOf = (...quantities: readonly number[]): number =>
  Number(quantities.reduce((sum, quantity) => sum + quantity, 0).toFixed(9));

/** What a box holds: as the service said, and as this page has changed it since; newest first. */
export const holdingsOf = (
  box_no: string,
  rows: readonly Row[],
  contents?: Contents,
): Holding[] => {
  const { items = [], entries = [] } = contents?.box ?? {};
  let all: Holding[] = [...items, ...entries];
  const put = (one: Holding) => {
    const others = all.filter((other) => !isSame(one, other));
    all = one.quantity > 0 ? [one, ...others] : others;
  };
  for (const row of rows.toReversed()) {
    if (row.outcome === "refused" || row.gone || contents?.known.has(row.entry.id)) continue;
    const { quantity = 0, expected, ...of } = partsOf(row.entry);
    const { zongpai, category } = of;
    if (of.to_box_no === box_no) put({ zongpai, category, quantity, row });
    if (of.box_no !== box_no) continue;
    const before = expected ?? all.find((one) => isSame(one, of))?.quantity ?? 0;
    const left = of.to_box_no ? sumOf(before, -quantity) : quantity;
    put({ zongpai, category, quantity: left, row });
  }
  return all;
};

/** How many of an item its box holds. */
export const heldIn = (of: Item, rows: readonly Row[], contents?: Contents): number | undefined =>
  holdingsOf(of.box_no, rows, contents).find((one) => isSame(one, of))?.quantity;
