import * as settings from "site:settings";
import type { Screen } from "./hand.ts";
import { holdingsOf } from "./rows.ts";
import { lastingBand, set, state } from "./store.ts";

export type Pad = Extract<Screen, { readonly is: "pad" }>;

/** How many the box holds already, as far as this page knows. */
export const heldOf = ({ of, held }: Pad): number | undefined => {
  const { rows, found } = state();
  if (held) return held;
  return holdingsOf(of.box_no, rows, found[of.box_no]).find(
    ({ zongpai, category }) => zongpai === of.zongpai && category === of.category,
  )?.quantity;
};

/** The number that stands there: what the box is to hold. */
export const shownOf = (pad: Pad): number =>
  pad.digits === "" ? (heldOf(pad) ?? 1) : Number(pad.digits);

/** The same; `undefined` while it is no quantity of this site. */
export const quantityOf = (pad: Pad): number | undefined => {
  const quantity = shownOf(pad);
  const [, fraction = ""] = pad.digits.split(".");
  const { least, most, decimals } = settings.quantity;
  return quantity >= least && quantity <= most && fraction.length <= decimals
    ? quantity
    : undefined;
};

/** Changes the number. */
export const put = (pad: Pad): void =>
  set({ screens: [...state().screens.slice(0, -1), pad], note: undefined, band: lastingBand() });
