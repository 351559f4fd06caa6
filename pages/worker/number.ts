import * as settings from "site:settings";
import type { Screen } from "./hand.ts";
import { holdingsOf } from "./rows.ts";
import { set, state } from "./store.ts";

const { least, most } = settings.quantity;

export type Pad = Extract<Screen, { readonly is: "pad" }>;

/** How many the box holds already, as far as this page knows. */
export const heldOf = ({ of, held }: Pad): number | undefined => {
  const { rows, contents } = state();
  const holdings = held ? [] : holdingsOf(of.box_no, rows, contents);
  return (
    held ??
    holdings.find(({ zongpai, category }) => zongpai === of.zongpai && category === of.category)
      ?.quantity
  );
};

/** The number that stands there: what the box is to hold. */
export const shownOf = (pad: Pad): number =>
  pad.digits === "" ? (heldOf(pad) ?? 1) : Number(pad.digits);

/** The same; `undefined` while it is no quantity of this site. */
export const quantityOf = (pad: Pad): number | undefined => {
  const quantity = shownOf(pad);
  const [, fraction = ""] = pad.digits.split(".");
  const { decimals } = settings.quantity;
  return quantity >= least && quantity <= most && fraction.length <= decimals
    ? quantity
    : undefined;
};

/** Changes the number; a label that was not taken has been seen. */
export const put = (pad: Pad): void => {
  const { screens, band } = state();
  set({
    screens: [...screens.slice(0, -1), pad],
    note: undefined,
    band: band?.is === "wrong" ? undefined : band,
  });
};
