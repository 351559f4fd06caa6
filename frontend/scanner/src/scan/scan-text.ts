/** FNC1 in the data that a scanner sends (section 7.8.3 of the GS1 General Specifications). */
export const fnc1 = "\u001d";

const namedCharacters = { CR: "\r", LF: "\n", TAB: "\t", GS: fnc1, RS: "\u001e" } as const;
/** The character for a name such as `TAB`. */
export const characterOf = (name: string): string =>
  namedCharacters[name as keyof typeof namedCharacters] ?? name;

const nameOf = (character: string): string => {
  const code = character.codePointAt(0) ?? 0;
  if (character === fnc1) return "<FNC1>";
  return code < 0xa0
    ? `<0x${code.toString(16).padStart(2, "0")}>`
    : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
};

/** Invisible characters: control characters, those without a width, and blanks other than that of the keyboard. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]|(?! )\p{Zs}/gu;

/** The text that is shown in place of a key card. */
export const hiddenKey = "key:…";

/** The printable form of data: invisible characters by name, such as <FNC1> or <U+200B>, and a key card without its secret. */
export const printableOf = (text: string): string =>
  text.replace(unseen, nameOf).replace(/key:.*/is, hiddenKey);

/** The names of the invisible characters, each once. */
export const unseenIn = (text: string): string[] => [...new Set(text.match(unseen)?.map(nameOf))];

export const withoutUnseen = (text: string): string => text.replace(unseen, "");

/** Swaps small and capital letters, as Caps Lock does. */
export const invertCase = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => {
    const capital = letter.toUpperCase();
    return letter === capital ? letter.toLowerCase() : capital;
  });

/** Full-width forms of ASCII, which an input method types (U+FF01 to U+FF5E, and the blank U+3000), as ASCII. */
export const foldWidth = (text: string): string =>
  text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");

/** Whether the text has characters that an input method types: full-width forms, or punctuation of Chinese and Japanese. */
export const isFromInputMethod = (text: string): boolean =>
  /[\u3000-\u303f\uff01-\uff9f]/.test(text);
