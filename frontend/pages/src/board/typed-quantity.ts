import * as settings from "site:settings";
import words from "site:words/board";
import { decimalMark, fillTemplate, formatAmount } from "../shared/text.tsx";

const { config: configWords } = words;
const { least, most, decimals } = settings.quantity;

/** Reads a number in the format of the current language; `undefined` for any other text, such as 1e3. */
export const readTypedQuantity = (typed: string): number | undefined => {
  const [whole = "", fraction = "", ...others] = typed.trim().split(decimalMark());
  const isNumber = /^\d+$/.test(whole) && /^\d*$/.test(fraction) && others.length === 0;
  const quantity = Number(`${whole}.${fraction}`);
  const isPossible = quantity >= least && quantity <= most && fraction.length <= decimals;
  return isNumber && isPossible ? quantity : undefined;
};

/** Says which numbers the site accepts. */
export const quantityHint = () =>
  fillTemplate(decimals === 0 ? configWords.wholeNumber : configWords.number, {
    least: formatAmount(least),
    most: formatAmount(most),
    decimals: formatAmount(decimals),
  });
