import type { ReadId, WriteId } from "#lib/page/requests.ts";
import { fields, type Truth } from "./labels.ts";
import type { StackedScreen, WorkerState } from "./worker-state.ts";

/** What the page shows, as far as labels change it. */
export type Shown = Pick<WorkerState, "hand" | "hands" | "screens"> & {
  /** The number on an open pad, as the worker sees it. */
  readonly number?: number;
};

/** The screens without those that any scan closes. */
const openScreens = ({ screens }: Shown): readonly StackedScreen[] =>
  screens.slice(0, screens.findLastIndex(({ is }) => !/^(refused|me)$/.test(is)) + 1);
/** The open number pad, perhaps below a list. */
export const padIn = (shown: Shown): StackedScreen | undefined => {
  const top = openScreens(shown).at(-1);
  return top?.is === "pad" ? top : undefined;
};
export const itemOf = ({ box_no, zongpai }: Readonly<Record<string, unknown>>) =>
  `${box_no} ${zongpai}`;

/** Every code that the page holds, with its field. */
export const codesIn = ({ hand, hands, screens }: Shown): ReadonlySet<string> => {
  const holders = [
    ...[hand, ...Object.values(hands)].map(({ at, ...rest }) => ({ ...rest, ...at })),
    ...screens.map(({ of, label }) => ({ ...of, ...(label && { [label.kind]: label.value }) })),
  ] as readonly Truth[];
  return new Set(
    holders.flatMap((holder) =>
      fields.flatMap((field) => (holder[field] ? `${field} ${holder[field]}` : [])),
    ),
  );
};
/** The hand and the screens as a text. */
export const textOf = (shown: Shown) => {
  const screens = openScreens(shown).map(({ is, label, of, digits }) => [is, label, of, digits]);
  return JSON.stringify([shown.hand, screens]);
};

/** Whether the page must take what a label says now. Labels with box and goods have many ways. */
export const accepts = (
  shown: Shown,
  { card, zongpai, box_no, location }: Truth,
  canSave: boolean,
  serves: (route: WriteId | ReadId) => boolean,
): boolean => {
  const { hand, screens } = shown;
  const pad = padIn(shown);
  if (pad && !canSave) return false;
  if (card !== undefined || screens.some(({ is }) => is === "key")) return card !== undefined;
  if (box_no && zongpai) return !pad && hand.mode === "box" && !hand.box_no && screens.length === 0;
  if (screens.some(({ is }) => is === "look"))
    return serves("location-overview") && serves("get-box-info");
  if (hand.mode === "shelve") {
    const isPlaced = zongpai !== undefined || serves("post-box-location");
    return location !== undefined || (hand.at !== undefined && isPlaced);
  }
  if (hand.mode === "box") return box_no !== undefined || (!!zongpai && !!hand.box_no);
  return zongpai !== undefined && !hand.category;
};
