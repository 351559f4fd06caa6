import * as settings from "site:settings";
import { kindsOf, readScan } from "#scanner/scan/read-scan.ts";
import { unpackScan } from "#scanner/scan/unpack-scan.ts";
import { type NumberMeaning, sumQuantities } from "../../shared/commands.ts";
import { quantityHeld } from "../outcome/box-contents.ts";
import { type StackedScreen, state } from "../state.ts";
import { asksForTouch, numberIn, type ReadBy } from "./pad-entry.ts";

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

/**
 * What the page knows of the goods or the attachment on the pad: how many more an attachment may have, and how many goods are ordered and
 * boxed. `excessOf`: how many more than ordered or configured there are after saving.
 */
export const padLimits = (pad: NumberPad) => {
  const { category, zongpai } = pad.of;
  const { choices, lookups } = state();
  const { held = 0 } = numberOnPad(pad);
  const headroom = choices?.find((choice) => choice.category === category)?.headroom;
  const goods = category ? undefined : lookups[zongpai]?.goods;
  const ordered = goods?.ordered_quantity;
  const free = goods && ordered !== undefined ? ordered - goods.items_quantity : headroom;
  const excessOf = ({ quantity }: NumberMeaning) =>
    free === undefined ? 0 : Math.max(0, sumQuantities(quantity, -held, -free));
  return { headroom, goods, excessOf };
};

/** Whether the number is shown as a question, which only a touch answers. */
export const isQuestion = (pad: NumberPad): boolean => {
  const [meaning] = numberOnPad(pad).meanings;
  return asksForTouch(pad.from, !!meaning && padLimits(pad).excessOf(meaning) > 0);
};

/**
 * The pad after a number that was typed on the scanner's keypad, or read. Its text must be a possible number and no label of the site. A text
 * with a separator, also before its digits, is a label.
 */
export const padWithTyped = (pad: NumberPad, raw: string, by: ReadBy): NumberPad | undefined => {
  const { symbology, text } = unpackScan(raw, settings.scan);
  const number = symbology && by !== "camera" ? undefined : numberIn(text, by);
  const isLabel = kindsOf(readScan(raw, settings.scan), settings.scan).length > 0;
  if (!number || isLabel) return undefined;
  const typed = { ...pad, ...number, typed: true };
  const { meanings, isPossible } = numberOnPad(typed);
  return meanings.some(isPossible) ? typed : undefined;
};
