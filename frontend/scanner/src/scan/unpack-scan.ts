import { characterOf } from "./scan-text.ts";
import type { ScanSettings } from "./scan-types.ts";

/** AIM identifiers of codes that name a character set, and the same code without one (ISO/IEC 15424). */
const withoutCharacterSet: Readonly<Record<string, string>> = {
  "]Q2": "]Q1",
  "]Q4": "]Q3",
  "]d4": "]d1",
  "]d5": "]d2",
};

/** What a scanner sent, without the characters that it or a printer added. */
export type UnpackedScan = {
  /** The AIM identifier in front, if there is one. */
  readonly symbology?: string | undefined;
  /** The same without a character set. */
  readonly base?: string | undefined;
  readonly text: string;
  /** A backslash is neither doubled nor part of a character set, so the text is not what the code holds. */
  readonly isBroken?: boolean;
  /** The characters at the end that are no part of the label. */
  readonly added: string;
};

/** An AIM identifier at the start of a text (ISO/IEC 15424). */
export const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]/;

/** Padding: blanks that a column of a fixed width adds, and the mark of a text's byte order. */
export const paddingCharacters = /[ \ufeff]+/g;

/** Removes padding at the start. */
export const withoutPadding = (text: string): string => text.replace(/^[ \ufeff]+/, "");

/** Each backslash of a code that names its character set (ISO/IEC 15424): with six digits, or doubled. A single one is an error. */
const backslashes = /\\(\\|\d{6})?/g;

/** Takes a scan apart: AIM identifier, text, and what is added at the end. Padding at either end is dropped. */
export const unpackScan = (
  raw: string,
  { trailing }: Pick<ScanSettings, "trailing">,
): UnpackedScan => {
  const ends = [...trailing.map(characterOf), " ", "\ufeff"];
  let whole = raw;
  while (whole !== "" && ends.includes(whole.slice(-1))) whole = whole.slice(0, -1);
  const added = raw.slice(whole.length);
  whole = withoutPadding(whole);
  const [symbology] = aimIdentifier.exec(whole) ?? [];
  if (!symbology) return { text: whole, added };
  const text = withoutPadding(whole.slice(symbology.length));
  const base = withoutCharacterSet[symbology];
  if (!base) return { symbology, base: symbology, text, added };
  const isBroken = [...text.matchAll(backslashes)].some(([, meaning]) => meaning === undefined);
  const read = text.replace(backslashes, (_, meaning) => (meaning === "\\" ? meaning : ""));
  return { symbology, base, text: isBroken ? text : withoutPadding(read), added, isBroken };
};
