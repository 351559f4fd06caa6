/** A key press: a page's `KeyboardEvent` is one. */
export type PressedKey = {
  readonly key?: string;
  readonly code?: string;
  readonly ctrlKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
  /** A person holds the key down. */
  readonly repeat?: boolean;
  readonly getModifierState?: (key: string) => boolean;
};

/** STX and ETX: some scanners send them around each label. */
export const frameStart = "\u0002";
export const frameEnd = "\u0003";

const controlCharacters: Readonly<Record<string, string>> = {
  "]": "\u001d",
  "^": "\u001e",
  b: frameStart,
  c: frameEnd,
  d: "\u0004",
  i: "\t",
  j: "\n",
  m: "\r",
};

/** Keys that only change what another key means. Alone they are no character. */
export const isModifier = (key: string): boolean =>
  /^(Shift|Control|Alt|AltGraph|Meta|OS|Super|Hyper|Fn|\w+Lock)$/.test(key);

/** Whether a key types a character. An input method hides which one. */
export const isTyping = (key: string): boolean => /^(.|Unidentified|Process|Dead)$/su.test(key);

/** Keys by which some scanners send a control character, such as F8 for the separator of GS1. */
export const isOtherKey = (key: string): boolean => /^(Enter|Tab|Escape|F\d+)$/.test(key);

/** Keys that would move the caret in a text, or delete what follows it. Some scanners send them, too. */
export const movesCaret = (key: string): boolean =>
  /^(Arrow|Home|End|Page|Insert|Delete)/.test(key);

/** Whether keys are pressed together for another purpose than a character. AltGr types one; Windows calls it Ctrl and Alt. */
export const isCombination = (pressed: PressedKey): boolean => {
  const { key = "", ctrlKey, altKey, metaKey, shiftKey } = pressed;
  const isAltGr = (ctrlKey && altKey) || pressed.getModifierState?.("AltGraph");
  if (!metaKey && isAltGr && /^(.|Dead)$/su.test(key)) return false;
  return !!(ctrlKey || altKey || metaKey || (shiftKey && key === "Tab"));
};

/** The control character that a combination with Ctrl stands for, such as 0x1D for Ctrl+]. Section 7.8.3 of the GS1 General Specifications. */
export const controlOf = (pressed: PressedKey): string | undefined => {
  const { key = "", ctrlKey, altKey, metaKey, shiftKey } = pressed;
  if (!ctrlKey || altKey || metaKey || (shiftKey && /[a-z]/i.test(key))) return undefined;
  return controlCharacters[key.toLowerCase()];
};

/** The digit of a key on the number keys that is pressed while Alt is held. */
export const altDigit = ({
  code = "",
  ctrlKey,
  altKey,
  metaKey,
}: PressedKey): string | undefined =>
  altKey && !ctrlKey && !metaKey ? /^Numpad(\d)$/.exec(code)?.[1] : undefined;

/** The character below 0x80 that Alt names with 0 and two or three digits. */
export const altCharacter = (digits: string): string | undefined =>
  /^0\d{2,3}$/.test(digits) && Number(digits) < 0x80
    ? String.fromCharCode(Number(digits))
    : undefined;
