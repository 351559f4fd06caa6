import words from "site:words/worker";
import { may } from "../shared/may.ts";
import { read } from "./ask.ts";
import { client } from "./client.ts";
import { type Command, leaving, moving, placing, saving, takingOut } from "./commands.ts";
import { isPlace, partsOf, type Row } from "./rows.ts";
import { send } from "./send.ts";
import { signal } from "./signals.ts";
import { set, state } from "./store.ts";

/** A place that is said again, or none: off shelf. */
const placeOf = (location: string | undefined) =>
  location ? { location } : ({ off_shelf: true } as const);

/** The place before, or that they had left, if this page has recorded it. */
const placeBefore = (row: Row): Command | undefined => {
  const { box_no, category } = partsOf(row.entry);
  const { rows } = state();
  const before = rows
    .slice(rows.indexOf(row) + 1)
    .find(
      ({ entry, outcome, gone }) =>
        outcome === "recorded" &&
        !gone &&
        isPlace(entry) &&
        entry.goods === row.entry.goods &&
        entry.fields.box_no === box_no &&
        entry.fields.category === category,
    )?.entry;
  if (!before) return undefined;
  const parts = partsOf(before);
  return before.route === "clear-place" ? leaving(parts) : placing(placeOf(parts.location), parts);
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

/** The place before, from the history, whose index may lag: then its newest place is the one before. */
const askBefore = async ({ entry }: Row): Promise<Command | undefined> => {
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
  if (hadNone || place?.cleared) return may("clear-place") ? leaving(item) : undefined;
  return place && placing(placeOf(place.location), item);
};
const knowsBefore = ({ entry, outcome }: Row) =>
  isPlace(entry) && entry.fields.zongpai && outcome === "recorded" && may("get-history");

export const lastTaken = (): Row | undefined => {
  const [last] = state().rows;
  const is = last?.outcome;
  if (!last || last.gone || last.takesBack || is === "refused" || is === "superseded")
    return undefined;
  const inverse = inverseOf(last);
  return last.unsent || (inverse && may(inverse.route)) || knowsBefore(last) ? last : undefined;
};

/** Takes the last scan back: out of the queue if it was never sent, otherwise by its inverse. */
export const takeBack = async (): Promise<void> => {
  const last = lastTaken();
  if (!last) return;
  const { id } = last.entry;
  set({ band: { is: "row", id }, note: undefined });
  if (last.unsent && (await client.withdraw(id)) === "withdrawn") {
    signal("recorded");
    return set({ resultCount: state().resultCount + 1 });
  }
  const inverse = inverseOf(last) ?? (knowsBefore(last) ? await askBefore(last) : undefined);
  if (inverse) await send(inverse, { takesBack: true });
  else set({ note: words.notes.cannotTakeBack });
};
