import { toScaled } from "../domain/value.ts";
import { type Fault, type Rule, when } from "./rule.ts";
import type { Site } from "./schema.ts";

type Quantity = Site["formats"]["quantity"];

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

type Cap = Site["attachment"]["cap"];

const capFaults = (
  cap: Exclude<Cap, { rule: "perCategory" }>,
  path: string,
  { least, most, decimals }: Quantity,
): Fault[] => {
  switch (cap.rule) {
    case "fixed":
    case "perBox":
      return [
        ...when(toScaled(cap.quantity, decimals) === undefined, `${path}.quantity`, tooFine),
        ...when(cap.quantity * 10 ** decimals > largestScaled, `${path}.quantity`, tooLarge),
        ...when(
          cap.quantity < least,
          `${path}.quantity`,
          "is below the least quantity: nothing could ever be boxed",
        ),
      ];
    case "boxedGoods":
      return when(most * 10 ** decimals * cap.perUnit > largestScaled, `${path}.perUnit`, tooLarge);
    case "configured":
      return [];
  }
};

/** A cap must fit the site's decimals, keep sums exact, and allow at least the least quantity; each category has one, and no other has. */
export const caps: Rule = ({ formats: { quantity }, attachment: { cap, categories } }) => {
  if (cap.rule !== "perCategory") return capFaults(cap, "attachment.cap", quantity);
  const codes = new Set(categories.map(({ code }) => code));
  return [
    ...[...codes].flatMap((code) =>
      when(
        !Object.hasOwn(cap.of, code),
        "attachment.cap.of",
        `has no rule for the category "${code}"`,
      ),
    ),
    ...Object.entries(cap.of).flatMap(([code, rule]) => [
      ...when(
        !codes.has(code),
        `attachment.cap.of.${code}`,
        `"${code}" is no category of attachment.categories`,
      ),
      ...capFaults(rule, `attachment.cap.of.${code}`, quantity),
    ]),
  ];
};
