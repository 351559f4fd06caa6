import {
  checkDigit,
  identifierOf,
  keyLengths,
  lengthOf,
  predefinedLengths,
} from "../../../labels/identifiers.ts";

/** FNC1 in the data that a scanner sends (section 7.8.3 of the GS1 General Specifications). */
export const fnc1 = "\u001d";

/** One element: an application identifier and its value. */
export type ElementString = { readonly ai: string; readonly value: string };

export type ParsedElements =
  | { readonly kind: "read"; readonly elements: readonly ElementString[] }
  | {
      readonly kind: "refused";
      readonly sentence: string;
      readonly elements: readonly ElementString[];
    };

/** The printable form of data: control characters by name. */
export const printableOf = (text: string): string =>
  text
    .replaceAll(fnc1, "<FNC1>")
    .replace(
      /\p{Cc}/gu,
      (character) => `<0x${character.charCodeAt(0).toString(16).padStart(2, "0")}>`,
    );

/** The error in a value, as the end of a sentence; `undefined` if the value is valid. */
const faultOf = (ai: string, value: string): string | undefined => {
  if (value === "") return "it has no value";
  const fixedLength = lengthOf(predefinedLengths, ai) ?? 0;
  const keyLength = lengthOf(keyLengths, ai) ?? 0;
  const least = Math.max(fixedLength, keyLength);
  if (value.length < least)
    return `${printableOf(value)} is too short: ${least} characters belong there`;
  const key = value.slice(0, least);
  if (!/^\d*$/.test(key)) return `${printableOf(value)} may hold digits only`;
  // CSET 82, and # from CSET 39 (section 7.11).
  if (!/^[!"#%-?A-Z_a-z]*$/.test(value))
    return `${printableOf(value)} may hold the characters that GS1 allows`;
  const expected = String(checkDigit(key.slice(0, -1)));
  return keyLength === 0 || key.endsWith(expected)
    ? undefined
    : `${value} has the check digit ${key.at(-1)} where ${expected} belongs`;
};

/**
 * Parses GS1 element strings. One error refuses the whole label, because a half-read label is wrong. Errors are a missing identifier, a
 * wrong length, character or check digit, or two values for one identifier. Identifiers without a field on this site are skipped. The
 * required combinations of identifiers, such as 254 with 414, are not checked, because labels for use inside a warehouse omit them.
 */
export const parseElements = (text: string): ParsedElements => {
  const elements: ElementString[] = [];
  const refused = (sentence: string): ParsedElements => ({ kind: "refused", sentence, elements });
  if (text === "") return refused("The label is empty.");
  let rest = text;
  while (rest !== "") {
    const ai = identifierOf(rest);
    if (!ai)
      return refused(
        `"${printableOf(rest.slice(0, 4))}" begins with no GS1 application identifier.`,
      );
    const data = rest.slice(ai.length);
    const [value = ""] = data.slice(0, lengthOf(predefinedLengths, ai)).split(fnc1, 1);
    const fault = faultOf(ai, value);
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

/**
 * A GS1 Digital Link. Its path ends with a primary key and the key's qualifiers. Its query has the rest (section 4 of the GS1 Digital Link
 * URI syntax).
 */
const digitalLink = /^https?:\/\/([^?#]*)(?:\?([^#]*))?/i;
const primaryKey = /^(?:0[01]|25[35]|40[12]|41[0-7]|80(?:0[346]|1[0378]))$/;

/** The primary key, its qualifiers and their values at the end of a path, in turn. Of several keys the first begins the elements. */
const elementsAtEnd = (path: string): readonly string[] => {
  const parts = path.replace(/\/$/, "").split("/");
  let first = parts.length;
  for (let at = first - 2; at > 0 && /^\d+$/.test(parts[at] ?? "") && parts[at + 1]; at -= 2)
    if (primaryKey.test(parts[at] ?? "")) first = at;
  return parts.slice(first);
};

/** The element strings of a GS1 Digital Link on any host; `undefined` if the text is not a link. Compressed links are not supported. */
export const linkElements = (text: string): string | undefined => {
  const [, path = "", query = ""] = digitalLink.exec(text) ?? [];
  const pathElements = elementsAtEnd(path);
  if (pathElements.length === 0) return undefined;
  const queryElements = query
    .split(/[&;]/)
    .filter((pair) => /^\d+=/.test(pair))
    .map((pair) => pair.replace("=", ""));
  const inPath = pathElements.map((part, at) => (at % 2 === 0 ? part : `${part}${fnc1}`));
  try {
    return decodeURIComponent([...inPath, ...queryElements.map((one) => one + fnc1)].join(""));
  } catch {
    return undefined;
  }
};
