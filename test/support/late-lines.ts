import { isDeepStrictEqual } from "node:util";
import { eventPlaceOf, type HistoryEvent } from "#lib/domain/events.ts";

/** A place: on a shelf, off the shelf, or left. */
type Said = { readonly off_shelf?: boolean; readonly location?: string; readonly cleared?: true };
const saidBy = ({ off_shelf, location, cleared }: Said) =>
  cleared ? { cleared } : { off_shelf, location };

/** The late lines of one goods or box: all, and those that name another place than the line before them. */
export const lateLinesIn = <Line extends { readonly event: HistoryEvent }>(
  linesInOrder: readonly Line[],
) => {
  const left = new Map<string, object>();
  const all: Line[] = [];
  const wrong: Line[] = [];
  for (const line of linesInOrder) {
    const placing = eventPlaceOf(line.event) as
      | (Said & { category?: string; stays?: Said })
      | undefined;
    if (!placing) continue;
    const { category = "", stays } = placing;
    if (!stays) {
      left.set(category, saidBy(placing));
      continue;
    }
    all.push(line);
    if (!isDeepStrictEqual(saidBy(stays), left.get(category))) wrong.push(line);
  }
  return { all, wrong };
};
