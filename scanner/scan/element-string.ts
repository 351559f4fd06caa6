import { dateOf } from "./checks.ts";
import { type Identifier, identifiers } from "./identifiers.ts";
import { faultOf, longestOf, partsOf } from "./shape.ts";

/** What FNC1 is in the data that a scanner sends (section 7.8.3). */
export const fnc1 = "\u001d";

/** One element: an application identifier and its value; `date` as ISO 8601 where the value begins with one. */
export type Element = {
  readonly ai: string;
  readonly title: string;
  readonly value: string;
  readonly date?: string;
};

export type Parsed =
  | { readonly kind: "read"; readonly elements: readonly Element[] }
  | { readonly kind: "refused"; readonly sentence: string; readonly elements: readonly Element[] };

const identifierAt = (text: string): Identifier | undefined =>
  [2, 3, 4]
    .map((length) => identifiers.get(text.slice(0, length)))
    .find((found) => found !== undefined);

const elementOf = ({ ai, title, shape }: Identifier, value: string, thisYear: number): Element => {
  const date = /^N6:day/.test(shape) ? dateOf(value.slice(0, 6), thisYear) : undefined;
  return { ai, title, value, date };
};

/** The printable form of data: control characters by name. */
export const shown = (text: string): string =>
  text
    .replaceAll(fnc1, "<FNC1>")
    .replace(
      /\p{Cc}/gu,
      (character) => `<0x${character.charCodeAt(0).toString(16).padStart(2, "0")}>`,
    );

/**
 * Reads GS1 element strings, strictly: an unknown identifier, a wrong length, character, check digit or date, one identifier with
 * two values, or a missing separator refuse the whole, for a half-read label is a wrong one. Which identifiers must stand
 * together (such as 254 with 414) is not checked: labels for use inside a warehouse leave that out.
 * `thisYear` decides the century of dates.
 */
export const parseElements = (text: string, thisYear: number): Parsed => {
  const elements: Element[] = [];
  const refused = (sentence: string): Parsed => ({ kind: "refused", sentence, elements });
  if (text === "") return refused("The label is empty.");
  let rest = text;
  while (rest !== "") {
    const found = identifierAt(rest);
    if (!found)
      return refused(`"${shown(rest.slice(0, 4))}" begins with no GS1 application identifier.`);
    const parts = partsOf(found.shape);
    const data = rest.slice(found.ai.length);
    const separator = data.indexOf(fnc1);
    const until = separator < 0 ? data.length : separator;
    const end = found.predefined ? Math.min(longestOf(parts), until) : until;
    const value = data.slice(0, end);
    const name = `(${found.ai}) ${found.title}`;
    const fault = value === "" ? "has no value" : faultOf(value, parts, thisYear);
    if (fault) return refused(`${name}: ${value === "" ? "it" : shown(value)} ${fault}.`);
    const same = elements.find(({ ai }) => ai === found.ai);
    if (same && same.value !== value)
      return refused(`${name} stands twice, as ${same.value} and as ${value}.`);
    if (!same) elements.push(elementOf(found, value, thisYear));
    rest = data.slice(end);
    if (rest.startsWith(fnc1)) rest = rest.slice(1);
  }
  return { kind: "read", elements };
};
