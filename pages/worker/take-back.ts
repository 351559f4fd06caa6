import words from "site:words/worker";
import { may } from "../shared/may.ts";
import { read } from "./ask.ts";
import { client } from "./client.ts";
import {
  type Command,
  leaving,
  moving,
  placing,
  placingBox,
  saving,
  takingOut,
} from "./commands.ts";
import { isPlace, partsOf, type Row } from "./rows.ts";
import { send } from "./send.ts";
import { signal } from "./signals.ts";
import { set, state } from "./store.ts";

/** Where goods were, or that they had left. */
const placeOf = ({ entry }: Row): Command => {
  const { zongpai, category, box_no, location } = partsOf(entry);
  if (entry.route === "clear-place") return leaving(zongpai, category);
  const at = location ? { location } : ({ off_shelf: true } as const);
  return box_no ? placingBox(at, box_no) : placing(at, zongpai, category);
};

/** What undoes a scan, if nobody has changed it since; of a place the one before, if this page has recorded it. */
const inverseOf = (row: Row): Command | undefined => {
  const { entry } = row;
  const { zongpai, category, box_no, to_box_no, quantity = 0, expected } = partsOf(entry);
  if (isPlace(entry)) {
    const { rows } = state();
    const before = rows
      .slice(rows.indexOf(row) + 1)
      .find(
        (one) =>
          one.outcome === "recorded" &&
          !one.gone &&
          isPlace(one.entry) &&
          one.entry.goods === entry.goods &&
          partsOf(one.entry).box_no === box_no &&
          partsOf(one.entry).category === category,
      );
    return before && placeOf(before);
  }
  if (!box_no) return undefined;
  const item = { box_no, zongpai, category };
  if (entry.route.startsWith("post")) return takingOut(item, quantity);
  if (to_box_no && expected === quantity)
    return moving({ ...item, box_no: to_box_no }, box_no, quantity, quantity);
  // Only a site that compares quantities has said what it was before.
  return to_box_no || expected === undefined ? undefined : saving(item, expected, quantity);
};
const mayUndo = (inverse?: Command) => inverse && may(inverse.route);

/** The place before, from the history, whose index may lag: then its newest place is the one before. */
const askBefore = async ({ entry }: Row): Promise<Command | undefined> => {
  const { zongpai, category, location } = partsOf(entry);
  const { answer } = await read("get-history", { zongpai });
  const newest = answer?.events.find(
    (event) => event.registered_at !== undefined && !event.stays && event.category === category,
  );
  const isIt =
    newest?.location === location && !!newest?.cleared === (entry.route === "clear-place");
  const place = isIt ? newest?.before : newest;
  // The whole history is known, and they had no place before.
  const hadNone = newest && !place && !answer?.cursor;
  if (hadNone || place?.cleared) return may("clear-place") ? leaving(zongpai, category) : undefined;
  if (!place) return undefined;
  return placing(
    place.location === undefined ? { off_shelf: true } : { location: place.location },
    zongpai,
    category,
  );
};
const knowsBefore = (row: Row) =>
  isPlace(row.entry) &&
  row.entry.fields.box_no === undefined &&
  row.outcome === "recorded" &&
  may("get-history");

export const lastTaken = (): Row | undefined => {
  const [last] = state().rows;
  const is = last?.outcome;
  if (!last || last.gone || last.takesBack || is === "refused" || is === "superseded")
    return undefined;
  return last.unsent || mayUndo(inverseOf(last)) || knowsBefore(last) ? last : undefined;
};

/** Takes the last scan back: out of the queue if it was never sent, otherwise by its inverse. */
export const takeBack = async (): Promise<void> => {
  const last = lastTaken();
  if (!last) return;
  const { id } = last.entry;
  set({ band: { is: "row", id }, note: undefined });
  if (last.unsent && (await client.withdraw(id)) === "withdrawn") {
    signal("recorded");
    set({ resultCount: state().resultCount + 1 });
    return;
  }
  const inverse = inverseOf(last) ?? (knowsBefore(last) ? await askBefore(last) : undefined);
  if (inverse) await send(inverse, { takesBack: true });
  else set({ note: words.notes.cannotTakeBack });
};
