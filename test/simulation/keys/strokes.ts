import { fnc1 } from "./labels.ts";
import type { End, Scanner } from "./scanner.ts";

/** One character of what was sent for a label: the number of its reading, and its place there. */
export type Unit = { readonly reading: number; readonly at: number };

/** What a stroke means to the text that it belongs to. `isCombination`: it is a character only after another one. */
export type Meaning =
  | { readonly character: string; readonly unit?: Unit; readonly isCombination?: true }
  | "end"
  | "combination"
  | "edit"
  | "erase";

export type Modifiers = Readonly<
  Partial<Record<"Control" | "Alt" | "Shift" | "AltGraph" | "CapsLock", true>>
>;

/** What happens to the page, `after` so many milliseconds since the stroke before. */
export type Stroke = { readonly after: number } & (
  | {
      readonly is: "down" | "up";
      readonly key: string;
      readonly code: string;
      readonly modifiers: Modifiers;
      readonly means?: Meaning | undefined;
      /** The system inserts this character when the key is up. */
      readonly inserts?: string | undefined;
    }
  | { readonly is: "text"; readonly text: string; readonly means: readonly Meaning[] }
  | { readonly is: "touch"; readonly target: string }
  | { readonly is: "focus"; readonly on: "body" | "away" | "back" }
  | { readonly is: "busy"; readonly ms: number; readonly timersFirst: boolean }
);
export type Strokes = readonly Stroke[];

type Pressed = { readonly code?: string; readonly modifiers?: Modifiers };
const down = (key: string, { code = key, modifiers = {} }: Pressed, means?: Meaning): Stroke => ({
  ...{ is: "down", key, code, modifiers, means, after: 0 },
});
const up = (key: string, { code = key, modifiers = {} }: Pressed): Stroke => ({
  ...{ is: "up", key, code, modifiers, after: 0 },
});
const press = (key: string, means?: Meaning, pressed: Pressed = {}): Strokes => [
  down(key, pressed, means),
  up(key, pressed),
];
/** Presses a key while another one is held. */
const pressWith = (held: string, modifiers: Modifiers, key: string, means?: Meaning): Strokes => [
  down(held, { modifiers }),
  ...press(key, means, { modifiers }),
  up(held, {}),
];
const pressControl = (key: string, means?: Meaning) =>
  pressWith("Control", { Control: true }, key, means);

const controlKeys: Readonly<Record<string, string>> = { [fnc1]: "]", "\u001e": "^", "\u0004": "d" };

/** Types the code of a character on the number keys while Alt is held. */
const pressAltCode = (code: string, means: Meaning, inserts: string | undefined): Strokes => {
  const modifiers = { Alt: true } as const;
  return [
    down("Alt", { modifiers }),
    ...[...code].flatMap((digit) => press(digit, undefined, { code: `Numpad${digit}`, modifiers })),
    { ...up("Alt", {}), means, inserts } as Stroke,
  ];
};

const pressControlCharacter = (scanner: Scanner, character: string, unit: Unit): Strokes => {
  const { separator, inserts } = scanner;
  if (separator === "raw")
    return [{ is: "text", text: character, means: [{ character, unit }], after: 0 }];
  if (separator === "Ctrl+]")
    return pressControl(controlKeys[character] ?? "", { character, unit, isCombination: true });
  const code = String(character.charCodeAt(0)).padStart(separator.length - "Alt+".length, "0");
  return pressAltCode(code, { character, unit }, inserts ? character : undefined);
};

/** The strokes of one character of a label. */
export const strokesOf = (scanner: Scanner, character: string, unit: Unit): Strokes => {
  const { altGr, caps } = scanner;
  const means = { character, unit };
  if (character < " ") return pressControlCharacter(scanner, character, unit);
  if (altGr !== "none" && /[[\]{}\\@|~]/.test(character)) {
    const modifiers = { Control: true, Alt: true, AltGraph: true } as const;
    const { AltGraph } = modifiers;
    return pressWith("AltGraph", altGr === "windows" ? modifiers : { AltGraph }, character, means);
  }
  const isCapital = /[A-Z:"<>?_+{}|~!@#$%^&*()]/.test(character);
  const isShifted = isCapital !== (caps && /\p{L}/u.test(character));
  return press(character, means, isShifted ? { modifiers: { Shift: true } } : {});
};

/** The strokes of an end. */
export const endStrokes: Readonly<Record<End, Strokes>> = {
  Enter: press("Enter", "end"),
  CRLF: [...press("Enter", "end"), ...pressControl("j", "end")],
  "Ctrl+M": pressControl("m", "end"),
  Tab: press("Tab", "end"),
  none: [],
};
/** The characters of an end in a text. */
export const endTexts: Readonly<Record<End, string>> = {
  ...{ Enter: "\n", CRLF: "\r\n", "Ctrl+M": "\r", Tab: "\t", none: "" },
};

export const prefixStrokes = {
  none: [],
  F8: press("F8"),
  "Ctrl+A": pressControl("a", "combination"),
} as const;
/** A frame is no part of a label, and refuses none. */
export const frameStrokes = { start: pressControl("b"), end: pressControl("c") } as const;

/** Keys of a person, perhaps between two characters of a label. */
export const personKeys: Readonly<Record<string, Strokes>> = {
  Enter: press("Enter", "end"),
  Backspace: press("Backspace", "erase"),
  Delete: press("Delete", "edit"),
  ArrowLeft: press("ArrowLeft", "edit"),
  Home: press("Home", "edit"),
  F8: press("F8", "edit"),
  Shift: press("Shift"),
  "Ctrl+A": pressControl("a", "combination"),
  "Ctrl+K": pressControl("k", "combination"),
  "Alt+X": pressWith("Alt", { Alt: true }, "x", "combination"),
  7: press("7", { character: "7" }),
  x: press("x", { character: "x" }),
};

/** A number at the pace of a hand. */
export const typedNumber = (number: number, pace: number): Strokes =>
  [
    ...[...String(number)].map((digit) => press(digit, { character: digit })),
    endStrokes.Enter,
  ].flatMap(([first, ...others]) => [{ ...(first as Stroke), after: pace }, ...others]);
