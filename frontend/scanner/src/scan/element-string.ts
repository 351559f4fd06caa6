import { checkDigit } from "../../../labels/check-digit.ts";
import { identifierOf, type ValueFacts, valueFactsOf } from "../../../labels/identifiers.ts";
import { fnc1, printableOf } from "./scan-text.ts";

/** One element: an application identifier and its value. */
export type ElementString = { readonly ai: string; readonly value: string };

export type ParsedElements =
  | { readonly kind: "read"; readonly elements: readonly ElementString[] }
  | {
      readonly kind: "refused";
      readonly sentence: string;
      readonly elements: readonly ElementString[];
    };

/** The error in a value, as the end of a sentence; `undefined` if the value is valid. */
const faultOf = (value: string, facts: ValueFacts): string | undefined => {
  if (value === "") return "it has no value";
  const { least, most, digits, pattern, hasCheckDigit } = facts;
  const shown = printableOf(value);
  if (value.length < least)
    return `${shown} is too short: ${least === most ? "" : "at least "}${least} characters belong there`;
  if (value.length > most)
    return `${shown} is too long: at most ${most} characters belong there. Perhaps a separator was lost`;
  if (!new RegExp(`^${pattern}$`).test(value)) {
    if (!pattern.includes("["))
      return `${shown} ${/^\d+$/.test(value) ? "has a wrong length" : "may hold digits only"}`;
    return /^\d*$/.test(value.slice(0, digits))
      ? `${shown} may hold only the characters that GS1 allows`
      : `${shown} must begin with ${digits} digits`;
  }
  if (!hasCheckDigit) return undefined;
  const key = value.slice(0, digits);
  const expected = String(checkDigit(key.slice(0, -1)));
  return key.endsWith(expected)
    ? undefined
    : `${value} has the check digit ${key.at(-1)} where ${expected} belongs`;
};

/**
 * Parses GS1 element strings. One error refuses the whole label, because a half-read label is wrong. Errors are a missing identifier, a
 * wrong length, character or check digit, or two values for one identifier. Most of them come from a separator that was lost on the way.
 * Identifiers without a field on this site are skipped. The required combinations of identifiers, such as 254 with 414, are not checked, because labels for use inside a warehouse omit them.
 */
export const parseElements = (text: string): ParsedElements => {
  const elements: ElementString[] = [];
  const refused = (sentence: string): ParsedElements => ({ kind: "refused", sentence, elements });
  if (text === "") return refused("The label is empty.");
  let rest = text;
  while (rest !== "") {
    const ai = identifierOf(rest);
    const facts = ai && valueFactsOf(ai);
    if (!facts)
      return refused(
        `"${printableOf(rest.slice(0, 4))}" begins with no GS1 application identifier.`,
      );
    const data = rest.slice(ai.length);
    const shown = facts.isPredefined ? data.slice(0, facts.most) : data;
    const [value = ""] = shown.split(fnc1, 1);
    const fault = faultOf(value, facts);
    if (fault) return refused(`(${ai}): ${fault}.`);
    const same = elements.find((element) => element.ai === ai);
    if (same && same.value !== value)
      return refused(`(${ai}) appears twice, as ${same.value} and as ${value}.`);
    if (!same) elements.push({ ai, value });
    rest = data.slice(value.length);
    if (rest.startsWith(fnc1)) rest = rest.slice(1);
  }
  return { kind: "read", elements };
};
