import type { ScanSettings } from "#scanner/scan/read-scan.ts";
import { characterOf, fnc1 } from "#scanner/scan/scan-text.ts";

/** A key press, or a character of a text, as it arrived. `at`: its time in milliseconds. */
export type KeyStroke = {
  readonly key: string;
  readonly at: number;
  /** The place of the key on the keyboard. Characters of a text have none. */
  readonly code?: string;
  /** The held keys that make a combination, such as "Ctrl+". */
  readonly held?: string;
  readonly isShifted?: boolean;
  readonly hasCapsLock?: boolean;
  readonly isText?: boolean;
};

/** A key as the scanner test shows it. */
export type ScannerKey = KeyStroke & {
  /** The name of the key: a character, "F9", "Ctrl+]", "Alt+0029". */
  readonly name: string;
  /** The character that it means, which can be a control character; "" if it means none. */
  readonly text: string;
  /** The character of the same key on a US keyboard, the default of most scanners. */
  readonly us: string;
  readonly is: "character" | "combination" | "end";
};

/** What is read of a KeyboardEvent. */
type KeyEvent = Readonly<
  Record<"key" | "code", string> &
    Record<"shiftKey" | "ctrlKey" | "altKey" | "metaKey", boolean> & {
      timeStamp: number;
      getModifierState: (name: string) => boolean;
    }
>;

/** The text of these keys follows as an input. */
const inputKeys = /^(Unidentified|Process)$/;

/** What a key event says; `undefined` if its text follows as an input. AltGr makes no combination. */
export const strokeOf = (event: KeyEvent): KeyStroke | undefined => {
  const { key, code, timeStamp: at, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (inputKeys.test(key)) return undefined;
  const isAltGr = event.getModifierState("AltGraph") || (ctrlKey && altKey && key.length === 1);
  const held = isAltGr
    ? ""
    : `${ctrlKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${metaKey ? "Meta+" : ""}${shiftKey && key === "Tab" ? "Shift+" : ""}`;
  return {
    ...{ key, at, held, isShifted: shiftKey, hasCapsLock: event.getModifierState("CapsLock") },
    // AltGr changes the character of a key, so its place says nothing.
    ...(isAltGr ? {} : { code }),
  };
};

const usCharacters: Readonly<Record<string, string>> = {
  ...{ Minus: "-_", Equal: "=+", BracketLeft: "[{", BracketRight: "]}", Backslash: "\\|" },
  ...{ Semicolon: ";:", Quote: "'\"", Backquote: "`~", Comma: ",<", Period: ".>", Slash: "/?" },
};
const shiftedDigits = ")!@#$%^&*(";

const usCharacterOf = ({ key, code = "", isShifted }: KeyStroke): string => {
  const [, letter, digit] = /^(?:Key([A-Z])|Digit(\d))$/.exec(code) ?? [];
  if (letter) return isShifted ? letter : letter.toLowerCase();
  if (digit) return isShifted ? (shiftedDigits[Number(digit)] ?? key) : digit;
  return usCharacters[code]?.[isShifted ? 1 : 0] ?? key;
};

const modifierKeys = /^(Shift|Control|Alt|AltGraph|Meta|OS|Fn|FnLock|Hyper|Super|Symbol)$/;

/** The control characters that combinations mean inside a label. */
const controls: Readonly<Record<string, string>> = {
  ...{ "Ctrl+]": fnc1, "Ctrl+^": characterOf("RS") },
  ...{ "Ctrl+B": "\u0002", "Ctrl+C": "\u0003", "Ctrl+D": "\u0004" },
};

/** The keys that end a label. */
const endsOf = ({ trailing }: Pick<ScanSettings, "trailing">): ReadonlySet<string> =>
  new Set(["Enter", "Tab", "Ctrl+J", "Ctrl+M", ...(trailing.includes("TAB") ? ["Ctrl+I"] : [])]);

/** Alt with 0 and two or three digits on the number keys is a character below 0x80. */
const altCharacterOf = (digits: string) =>
  /^0\d{2,3}$/.test(digits) && Number(digits) < 0x80 ? String.fromCharCode(Number(digits)) : "";

/** The keys of some strokes. A modifier alone is none; the digits of an Alt code are one. */
export const keysOf = (
  strokes: readonly KeyStroke[],
  settings: Pick<ScanSettings, "trailing">,
): ScannerKey[] => {
  const keys: ScannerKey[] = [];
  const ends = endsOf(settings);
  let altDigits = "";
  for (const stroke of strokes) {
    const { key, code = "", held = "" } = stroke;
    const [, digit = ""] = held === "Alt+" ? (/^Numpad(\d)$/.exec(code) ?? []) : [];
    if (digit) {
      if (altDigits) keys.pop();
      altDigits += digit;
      const text = altCharacterOf(altDigits);
      const is = text >= " " ? "character" : "combination";
      keys.push({ ...stroke, code: "", name: `Alt+${altDigits}`, text, us: text, is });
      continue;
    }
    altDigits = "";
    if (modifierKeys.test(key)) continue;
    const isSingle = [...key].length === 1;
    const isCharacter = isSingle && held === "";
    const name = held + (isSingle && held ? key.toUpperCase() : key);
    const is = ends.has(name) ? "end" : isCharacter ? "character" : "combination";
    const text = isCharacter ? key : (controls[name] ?? "");
    keys.push({ ...stroke, name, text, us: isCharacter ? usCharacterOf(stroke) : text, is });
  }
  return keys;
};

/** The name of a keyboard that has other characters than a US keyboard: `swaps` such as "Y → Z". */
export const keyboardNameOf = (swaps: readonly string[]): "QWERTZ" | "AZERTY" | undefined => {
  if (swaps.some((swap) => /^(Y → Z|Z → Y)$/i.test(swap))) return "QWERTZ";
  return swaps.some((swap) => /^(A → Q|Q → A|W → Z|Z → W)$/i.test(swap)) ? "AZERTY" : undefined;
};
