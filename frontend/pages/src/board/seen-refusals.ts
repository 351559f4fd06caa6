import type { RouteAnswer } from "#lib/page/requests.ts";
import type { WriteCommand } from "../shared/commands.ts";
import { keepValue, loadValue } from "../shared/device-storage.ts";
import { setState } from "./store.ts";

export type ListedRefusal = RouteAnswer<"get-refusals">["refusals"][number];

/**
 * `refusedAt` is the time of the newest seen repeat. `fields` come from the write that settled the
 * refusal.
 */
type SeenMark = {
  readonly refusedAt: string;
  readonly seenAt: number;
  readonly fields?: WriteCommand["fields"] | undefined;
};
type SeenMarks = Readonly<Record<string, SeenMark>>;

const storedName = "seen refusals";
/** Milliseconds to keep a mark: longer than the day for which refusals are listed. */
const keptMs = 2 * 86_400_000;

let marks: SeenMarks = {};

/** A key that repeats of a refusal share. */
const refusalKeyOf = ({ zongpai, box_no, category, message }: ListedRefusal): string =>
  JSON.stringify([zongpai, box_no, category, message]);

/**
 * Loads the refusals that were seen or settled at this desk. Other desks do not share these marks.
 */
export const loadSeenRefusals = async (): Promise<void> => {
  marks = (await loadValue<SeenMarks>(storedName)) ?? {};
};

/** The mark of a refusal; `undefined` if it was not seen here, or was repeated since. */
export const seenMarkOf = (refusal: ListedRefusal): SeenMark | undefined => {
  const mark = marks[refusalKeyOf(refusal)];
  return mark && mark.refusedAt >= refusal.refused_at ? mark : undefined;
};

/** Marks a refusal and its earlier repeats as seen at this desk. */
export const markSeen = async (
  refusal: ListedRefusal,
  fields?: WriteCommand["fields"],
): Promise<void> => {
  const seenAt = Date.now();
  // Read again, because another tab may have added marks.
  const stored = await loadValue<SeenMarks>(storedName);
  const known = Object.entries({ ...stored, ...marks }).filter(
    ([, mark]) => mark.seenAt > seenAt - keptMs,
  );
  const mark: SeenMark = { refusedAt: refusal.refused_at, seenAt, fields };
  marks = { ...Object.fromEntries(known), [refusalKeyOf(refusal)]: mark };
  setState({});
  await keepValue(storedName, marks);
};
