import type { RouteAnswer } from "#lib/page/requests.ts";
import type { WriteCommand } from "../shared/commands.ts";
import { keepValue, loadValue } from "../shared/device-storage.ts";
import { setState } from "./store.ts";

export type ListedRefusal = RouteAnswer<"get-refusals">["refusals"][number];

/** `refusedAt`: the newest repeat that was seen; `fields`: those of the write that settled it. */
type SeenMark = {
  readonly refusedAt: string;
  readonly seenAt: number;
  readonly fields?: WriteCommand["fields"] | undefined;
};
type SeenMarks = Readonly<Record<string, SeenMark>>;

const storedName = "seen refusals";
/** Refusals are listed for a day. */
const keptMs = 2 * 86_400_000;

let marks: SeenMarks = {};

/** Equal for repeats of a refusal. */
const refusalKeyOf = ({ zongpai, box_no, category, message }: ListedRefusal): string =>
  JSON.stringify([zongpai, box_no, category, message]);

/** Loads which refusals were seen or settled at this desk. Other desks do not know of it. */
export const loadSeenRefusals = async (): Promise<void> => {
  marks = (await loadValue<SeenMarks>(storedName)) ?? {};
};

/** How a refusal was seen here; `undefined` if it was not, or was repeated since. */
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
  // Another tab may have marked others.
  const stored = await loadValue<SeenMarks>(storedName);
  const known = Object.entries({ ...stored, ...marks }).filter(
    ([, mark]) => mark.seenAt > seenAt - keptMs,
  );
  const mark: SeenMark = { refusedAt: refusal.refused_at, seenAt, fields };
  marks = { ...Object.fromEntries(known), [refusalKeyOf(refusal)]: mark };
  setState({});
  await keepValue(storedName, marks);
};
