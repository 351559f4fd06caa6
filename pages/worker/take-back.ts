import words from "site:words/worker";
import { may } from "../shared/may.ts";
import { read } from "./ask.ts";
import { client, isUnsent } from "./client.ts";
import { expecting, isPlace } from "./expecting.ts";
import type { Command } from "./flow.ts";
import { send } from "./send.ts";
import { signal } from "./signals.ts";
import { type Result, set, state } from "./store.ts";

const mayUndo = (inverse?: Command) => inverse && may(inverse.route);

/** What undoes a scan, if nobody has changed it since. */
const inverseOf = ({ scan: { route, fields }, before }: Result): Command | undefined => {
  const { box_no, zongpai, category, quantity } = fields;
  const item = { box_no: String(box_no), zongpai: String(zongpai) };
  const amount = Number(quantity);
  if (route === "post-box")
    return { route: "delete-box", fields: { ...item, ...expecting("delete-box", amount) } };
  if (route !== "post-attachment-box") return before;
  const one = {
    ...item,
    category: String(category),
    ...expecting("delete-attachment-box", amount),
  };
  return { route: "delete-attachment-box", fields: one };
};

/** The place before, from the history, whose index may lag: then its newest place is the one before. */
const askBefore = async ({ scan: { fields } }: Result): Promise<Command | undefined> => {
  const zongpai = String(fields.zongpai);
  const { answer } = await read("get-history", { zongpai });
  const newest = answer?.events.find(
    ({ category, registered_at, stays }) =>
      registered_at !== undefined && !stays && category === fields.category,
  );
  const place = newest?.location === fields.location ? newest?.before : newest;
  const category = fields.category === undefined ? undefined : String(fields.category);
  // The whole history is known, and they had no place before.
  if (newest && !place && !answer?.cursor && may("clear-place"))
    return { route: "clear-place", fields: { zongpai, category } };
  if (!place) return undefined;
  const at = place.location === undefined ? { off_shelf: true } : { location: place.location };
  if (category === undefined) return { route: "post-trace-location", fields: { zongpai, ...at } };
  return { route: "post-attachment-location", fields: { zongpai, category, ...at } };
};
const knowsBefore = (result: Result) =>
  isPlace(result.scan) && result.outcome === "recorded" && may("get-history");

export const lastTaken = (): Result | undefined => {
  const [last] = state().results;
  if (
    !last ||
    last.gone ||
    last.takesBack ||
    last.outcome === "refused" ||
    last.outcome === "superseded"
  )
    return undefined;
  return isUnsent(last.id) || mayUndo(inverseOf(last)) || knowsBefore(last) ? last : undefined;
};

/** Takes the last scan back: out of the queue if it was never sent, otherwise by its inverse. */
export const takeBack = async (): Promise<void> => {
  const last = lastTaken();
  if (!last) return;
  set({ wrong: undefined, note: undefined });
  if (isUnsent(last.id) && (await client.withdraw(last.id)) === "withdrawn") {
    signal("recorded");
    const results = state().results.map(
      (one): Result => (one === last ? { ...last, outcome: "recorded", gone: true } : one),
    );
    set({ results, resultCount: state().resultCount + 1 });
    return;
  }
  const inverse = inverseOf(last) ?? (knowsBefore(last) ? await askBefore(last) : undefined);
  if (inverse) await send(inverse, { takesBack: true });
  else set({ note: words.notes.cannotTakeBack });
};
