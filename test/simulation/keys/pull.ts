import type { Scanner } from "./scanner.ts";
import {
  endStrokes,
  endTexts,
  frameStrokes,
  prefixStrokes,
  type Strokes,
  strokesOf,
} from "./strokes.ts";

/** The strokes of one pull of a trigger: before the label, for each of its characters, and after it. */
export type Pull = {
  readonly head: Strokes;
  readonly characters: readonly Strokes[];
  readonly tail: Strokes;
};

/** The same strokes, but the first comes so many milliseconds later. */
export const later = ([first, ...others]: Strokes, ms: number): Strokes =>
  first ? [{ ...first, after: first.after + ms }, ...others] : [];

/** `sent`: the characters of the label, as the scanner sends them. */
export const pullOf = (scanner: Scanner, sent: string, reading: number): Pull => {
  const { types, gap, framed, prefix, end, caps } = scanner;
  const units = [...sent].map((character, at) => ({ character, unit: { reading, at } }));
  if (types === "text") {
    const text = sent + endTexts[end];
    const means = text === sent ? units : [...units, "end" as const];
    return { head: [], characters: [[{ is: "text", text, means, after: 0 }]], tail: [] };
  }
  const inHand = (strokes: Strokes): Strokes =>
    later(strokes, gap).map((one) =>
      caps && "modifiers" in one
        ? { ...one, modifiers: { ...one.modifiers, CapsLock: true } }
        : one,
    );
  return {
    head: [...prefixStrokes[prefix], ...(framed ? frameStrokes.start : [])],
    characters: units.map(({ character, unit }) => inHand(strokesOf(scanner, character, unit))),
    tail: [...(framed ? inHand(frameStrokes.end) : []), ...inHand(endStrokes[end])],
  };
};

export const strokesIn = ({ head, characters, tail }: Pull): Strokes => [
  ...head,
  ...characters.flat(),
  ...tail,
];
/** The number of a character that is not the first. */
export const placeIn = ({ characters }: Pull, thousandth: number): number =>
  1 + Math.floor((thousandth / 1_000) * (characters.length - 1));

/** The pull without what comes after some of its characters. */
export const cut = ({ head, characters }: Pull, at = characters.length): Strokes =>
  strokesIn({ head, characters: characters.slice(0, at), tail: [] });

/** The pull with strokes in place of some of its characters. */
export const splice = (pull: Pull, at: number, count: number, ...more: Strokes): Strokes =>
  strokesIn({ ...pull, characters: pull.characters.toSpliced(at, count, more) });
