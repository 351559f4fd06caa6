import { toScaled } from "../domain/value.ts";
import { type Rule, when } from "./rule.ts";

/** Sums of scaled integers must stay exact, so they must stay far below 2^53; this leaves room for a million scans. */
const largestScaled = 1e12;

const tooLarge = "is too large for sums to stay exact";
const tooFine = "has more decimals than are kept";

export const quantities: Rule = ({ formats: { quantity } }) => {
  const { least, most, decimals } = quantity;
  return [
    ...when(least > most, "formats.quantity", "least is greater than most"),
    ...when(toScaled(least, decimals) === undefined, "formats.quantity.least", tooFine),
    ...when(toScaled(most, decimals) === undefined, "formats.quantity.most", tooFine),
    ...when(most * 10 ** decimals > largestScaled, "formats.quantity.most", tooLarge),
  ];
};

/** A cap must fit the site's decimals, keep sums exact, and allow at least the least quantity. */
export const caps: Rule = ({ formats: { quantity }, attachment: { cap } }) => {
  const { least, most, decimals } = quantity;
  switch (cap.rule) {
    case "fixed":
      return [
        ...when(toScaled(cap.quantity, decimals) === undefined, "attachment.cap.quantity", tooFine),
        ...when(cap.quantity * 10 ** decimals > largestScaled, "attachment.cap.quantity", tooLarge),
        ...when(cap.quantity < least, "attachment.cap.quantity", "is below the least quantity: nothing could ever be boxed"),
      ];
    case "boxedGoods":
      return when(most * 10 ** decimals * cap.perUnit > largestScaled, "attachment.cap.perUnit", tooLarge);
    case "configured":
      return [];
  }
};
