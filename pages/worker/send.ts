import words from "site:words/worker";
import type { WriteId } from "#lib/page/requests.ts";
import type { EntryStatus } from "#scanner/client/news.ts";
import type { Outcome } from "#scanner/client/types.ts";
import { may } from "../shared/may.ts";
import { amount } from "../shared/text.tsx";
import { advise, read, refresh } from "./ask.ts";
import { client, forgetLeft, noteKeeping } from "./client.ts";
import {
  type Command,
  isPlace,
  isSame,
  leaving,
  moving,
  type Place,
  partsOf,
  placing,
  type Row,
  reduce,
  saving,
  type TakeBack,
  takingOut,
} from "./rows.ts";
import { signal, tick } from "./signals.ts";
import { isInBand, type State, set, state, waiting } from "./store.ts";

/** Milliseconds within which an answer takes the place of "waiting". */
const soon = 600;
/** The scans whose answer is not late yet. */
const timers = new Map<string, ReturnType<typeof setTimeout>>();

export const allRecorded = (count: number): string =>
  words.news.allRecorded.replace("{count}", amount(count));

/** How many have been recorded since nothing waited. */
let recorded = 0;

/** Nothing waits any more: says of several late answers how many were recorded, once. The band of a scan stays. */
const tellAll = (isSummed: boolean, isHeard: boolean) => {
  const count = recorded;
  recorded = 0;
  if (count === 0 || (!isSummed && (count === 1 || isHeard))) return;
  if (!isHeard) signal("recorded");
  const { band, resultCount } = state();
  if (!band) set({ band: { is: "recorded", count }, resultCount: resultCount + 1 });
  else if (!isHeard) set({ note: allRecorded(count) });
};

/** Sounds what became of a scan, unless it was recorded late; whether it did. */
const tellOne = (row: Row): boolean => {
  const { id } = row.entry;
  const isSoon = timers.has(id);
  clearTimeout(timers.get(id));
  timers.delete(id);
  const isHeard = !row.gone && (isSoon || row.outcome !== "recorded");
  if (isHeard) signal(row.outcome);
  const { band } = state();
  if (band?.is === "row" && band.id === id) void advise([row]);
  refresh(row);
  return isHeard;
};

/** Shows and sounds one step of an entry. */
export const report = (status: EntryStatus<WriteId>, outcome?: Outcome): void => {
  const { id } = status.entry;
  if (outcome || status.state === "withdrawn") void forgetLeft();
  const find = () => state().rows.find(({ entry }) => entry.id === id);
  const before = find();
  const isSummed = state().band?.is === "waiting";
  set({ ...reduce(state(), status, outcome, isInBand(id)), queue: client.state() });
  // Of many that have waited, what is recorded is not listed any more.
  const row = find();
  if (row && row.outcome === before?.outcome) return;
  if (row?.outcome === "kept") {
    tick();
    const late = () => timers.delete(id) && signal("kept");
    return void timers.set(id, setTimeout(late, client.state() === "offline" ? 0 : soon));
  }
  if (status.state === "done") recorded += 1;
  const isHeard = row ? tellOne(row) : false;
  if (waiting() === 0) tellAll(isSummed, isHeard);
};

/** Which of the rows take another one back. */
const takesBackOf = ({ rows, takesBack }: State): State["takesBack"] =>
  Object.fromEntries(
    Object.entries(takesBack).filter(([id]) => rows.some(({ entry }) => entry.id === id)),
  );

/** How a command is meant: which scan it takes back, or how many it adds to what its box holds. */
type Intent = { readonly takesBack?: TakeBack; readonly added?: number | undefined };

/** Gives a command to the queue. Resolves when it is kept; `false` when the device cannot. */
export const send = async (
  { route, fields }: Command,
  { takesBack, added }: Intent = {},
): Promise<boolean> => {
  // Where nothing is kept, one scan at a time may be lost with the page.
  const mayKeep = state().loose !== "unkept" || waiting() === 0;
  const keep = mayKeep ? client.write(route, fields).catch(() => undefined) : undefined;
  noteKeeping(keep);
  const ticket = await keep;
  if (ticket?.state !== "queued") {
    // The scan was not taken: the worker must stop.
    signal("refused");
    set({
      full: "zongpai" in fields ? fields.zongpai : fields.box_no,
      resultCount: state().resultCount + 1,
    });
    return false;
  }
  if (takesBack) set({ takesBack: { ...takesBackOf(state()), [ticket.id]: takesBack } });
  const rows = state().rows.map((row) => (row.entry.id === ticket.id ? { ...row, added } : row));
  set({ rows, full: undefined });
  return true;
};

/** A place that is said again. */
const placeOf = (at: { readonly location?: string; readonly off_shelf?: boolean }): Place =>
  at.location === undefined || at.off_shelf
    ? { off_shelf: true, location: at.location }
    : { location: at.location };

/** The place before, or that they had left, if this page has recorded it. */
const placeBefore = (row: Row): Command | undefined => {
  const { rows } = state();
  const item = partsOf(row.entry);
  const before = rows
    .slice(rows.indexOf(row) + 1)
    .map(({ entry, state: now }) => ({ ...partsOf(entry), entry, now }))
    .find(
      (one) =>
        one.now === "done" && isPlace(one.entry) && isSame(one, item) && one.box_no === item.box_no,
    );
  if (!before) return undefined;
  return before.entry.route === "clear-place" ? leaving(item) : placing(placeOf(before), item);
};

/** What undoes a scan, if nobody has changed it since. */
const inverseOf = (row: Row): Command | undefined => {
  const { entry } = row;
  if (isPlace(entry)) return placeBefore(row);
  const { zongpai, category, box_no, to_box_no, quantity = 0, expected } = partsOf(entry);
  if (!box_no) return undefined;
  const item = { box_no, zongpai, category };
  if (entry.route.startsWith("post")) return takingOut(item, quantity);
  if (to_box_no && expected === quantity)
    return moving({ ...item, box_no: to_box_no }, box_no, quantity, quantity);
  // Only a site that compares quantities has said what it was before.
  return to_box_no || expected === undefined ? undefined : saving(item, expected, quantity);
};

type Undo = Pick<TakeBack, "hadNone"> & { readonly command: Command };

/** The place before, from the history, whose index may lag: then its newest place is the one before. */
const askBefore = async ({ entry }: Row): Promise<Undo | undefined> => {
  const item = partsOf(entry);
  const { answer } = await read("get-history", { zongpai: item.zongpai });
  const newest = answer?.events.find(
    ({ registered_at, stays, category }) => registered_at && !stays && category === item.category,
  );
  const isIt =
    newest?.location === item.location && !!newest?.cleared === (entry.route === "clear-place");
  const place = isIt ? newest?.before : newest;
  // The whole history is known, and they had no place before.
  const hadNone = newest && !place && !answer?.cursor;
  if (hadNone || place?.cleared)
    return may("clear-place") ? { command: leaving(item), hadNone } : undefined;
  return place && { command: placing(placeOf(place), item) };
};
const knowsBefore = ({ entry, state: now }: Row) =>
  isPlace(entry) && entry.fields.zongpai && now === "done" && may("get-history");

export const lastTaken = (): Row | undefined => {
  const [last] = state().rows;
  const is = last?.outcome;
  if (!last || last.gone || is === "refused" || is === "superseded") return undefined;
  if (state().takesBack[last.entry.id]) return undefined;
  const inverse = inverseOf(last);
  return last.state === "waiting" || (inverse && may(inverse.route)) || knowsBefore(last)
    ? last
    : undefined;
};

/** Takes the last scan back: out of the queue if it was never sent, otherwise by its inverse. */
export const takeBack = async (): Promise<void> => {
  const last = lastTaken();
  if (!last) return;
  const { id } = last.entry;
  set({ band: { is: "row", id }, note: undefined });
  if (last.state === "waiting" && (await client.withdraw(id)) === "withdrawn") {
    signal("recorded");
    return set({ resultCount: state().resultCount + 1 });
  }
  const command = inverseOf(last);
  const asked = !command && knowsBefore(last) ? await askBefore(last) : undefined;
  const undo = command ? { command } : asked;
  if (undo) await send(undo.command, { takesBack: { of: id, hadNone: undo.hadNone } });
  else set({ note: words.notes.cannotTakeBack });
};
