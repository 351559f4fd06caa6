import { fields, type Truth } from "./labels.ts";
import { codesIn, padIn, type Shown } from "./shown.ts";
import type { Written } from "./worker-state.ts";

/** Whether a write is of the item on the pad. */
export const isOfPad = (was: Shown, { fields: { box_no, zongpai } }: Written): boolean => {
  const { of } = padIn(was) ?? {};
  return of !== undefined && of.box_no === box_no && of.zongpai === zongpai;
};

/** Whether a write puts what the label says on the place in hand. */
const isPlaced = ({ hand }: Shown, says: Truth, { fields: of }: Written) =>
  hand.mode === "shelve" &&
  hand.at?.location === of.location &&
  hand.at?.off_shelf === of.off_shelf &&
  (of.zongpai ? of.zongpai === says.zongpai : !!of.box_no && of.box_no === says.box_no);

/** The codes on the page, and the writes, that neither the label nor the `number` on the pad owes. */
export const unowed = (
  was: Shown,
  now: Shown,
  made: readonly Written[],
  { says, number }: { readonly says: Truth; readonly number: number },
): readonly string[] => {
  const known = codesIn(was);
  const said = fields.map((field) => `${field} ${says[field]}`);
  const codes = [...codesIn(now)].filter((one) => !known.has(one) && !said.includes(one));
  const saves = made.filter((one) => isOfPad(was, one) && one.fields.quantity === number);
  const places = made.filter((one) => isPlaced(was, says, one));
  const others = made.filter((one) => !saves.includes(one) && !places.includes(one));
  const twice = saves.length > 1 || places.length > (says.zongpai && says.box_no ? 2 : 1);
  return [...codes, ...others, ...(twice ? made : [])].map((one) => JSON.stringify(one));
};

/** Whether what a label says is in hand, on the screen or written; of box and goods for an empty hand both. */
export const isKept = (
  { hand, screens }: Shown,
  now: Shown,
  made: readonly Written[],
  says: Truth,
): boolean => {
  const codes = codesIn(now);
  const said = fields.filter((field) => says[field]);
  const kept = said.filter((field) => {
    const value = says[field];
    return codes.has(`${field} ${value}`) || made.some((one) => one.fields[field] === value);
  });
  const isEmpty = hand.mode === "box" && !hand.box_no && screens.length === 0;
  const isBoth = isEmpty && now.hand.mode === "box" && said.length > 1;
  return isBoth ? padIn(now)?.of?.zongpai === says.zongpai : kept.length > 0;
};
