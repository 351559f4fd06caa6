import * as settings from "site:settings";
import { kindsOf, type Scan } from "#scanner/scan/read.ts";
import { heldIn, type Meaning, sumOf } from "./rows.ts";
import { type Screen, state } from "./store.ts";

const { least, most, decimals } = settings.quantity;

export type Pad = Extract<Screen, { readonly is: "pad" }>;

/** `held`: what the box holds, as far as this page knows; `shown`: the number on the screen; `meanings`: what saving it can mean. */
export const numberOf = ({ of, held: said, digits, typed }: Pad) => {
  const { rows, found } = state();
  const held = said || heldIn(of, rows, found[of.box_no]);
  const shown = digits === "" ? (held ?? 1) : Number(digits);
  const [, fraction = ""] = digits.split(".");
  const isQuantity = shown >= least && fraction.length <= decimals;
  const meanings: Meaning[] = [{ quantity: shown }];
  // "Set to…" on a row only sets, and scanned pieces are counted up from what the box holds.
  if (typed && held && !said) meanings.unshift({ quantity: sumOf(held, shown), added: shown });
  const isPossible = ({ quantity }: Meaning) => isQuantity && quantity <= most;
  return { held, shown, meanings, isPossible };
};

/** Digits that are no label of the site, and a number that may be asked for. */
export const typedNumber = (pad: Pad, scan: Scan): Pad | undefined => {
  const digits = scan.text.replace(",", ".");
  const isNumber = /^\d+(\.\d+)?$/.test(digits) && !scan.symbology;
  const typed = { ...pad, digits: String(Number(digits)), typed: true };
  const { meanings, isPossible } = numberOf(typed);
  return isNumber && kindsOf(scan, settings.scan).length === 0 && meanings.some(isPossible)
    ? typed
    : undefined;
};
