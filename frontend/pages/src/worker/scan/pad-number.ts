import * as settings from "site:settings";
import { kindsOf, type Scan } from "#scanner/scan/read-scan.ts";
import { type NumberMeaning, sumQuantities } from "../../shared/commands.ts";
import { quantityHeld } from "../outcome/box-contents.ts";
import { type StackedScreen, state } from "../state.ts";

const { least, most, decimals } = settings.quantity;

export type NumberPad = Extract<StackedScreen, { readonly is: "pad" }>;

/**
 * `held` is the quantity in the box as far as this page knows, `shown` the number on the pad. `meanings` are the possible effects of saving
 * it.
 */
export const numberOnPad = ({ of, held: shownInRow, digits, typed }: NumberPad) => {
  const { rows, lookups } = state();
  const held = shownInRow || quantityHeld(of, rows, lookups[of.box_no]);
  const shown = digits === "" ? (held ?? 1) : Number(digits);
  const [, fraction = ""] = digits.split(".");
  const isQuantity = shown >= least && fraction.length <= decimals;
  const meanings: NumberMeaning[] = [{ quantity: shown }];
  // "Set to…" on a row always sets, and counted pieces already include the box's quantity.
  if (typed && held && !shownInRow)
    meanings.unshift({ quantity: sumQuantities(held, shown), added: shown });
  const isPossible = ({ quantity }: NumberMeaning) => isQuantity && quantity <= most;
  return { held, shown, meanings, isPossible };
};

/** The pad after a number typed on the scanner's keypad. The digits must be a possible number and no label of the site. */
export const padWithTyped = (pad: NumberPad, scan: Scan): NumberPad | undefined => {
  const digits = scan.text.replace(",", ".");
  const isNumber = /^\d+(\.\d+)?$/.test(digits) && !scan.symbology;
  const typed = { ...pad, digits: String(Number(digits)), typed: true };
  const { meanings, isPossible } = numberOnPad(typed);
  return isNumber && kindsOf(scan, settings.scan).length === 0 && meanings.some(isPossible)
    ? typed
    : undefined;
};
