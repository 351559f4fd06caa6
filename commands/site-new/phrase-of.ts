import { type CharacterClass, type LabelRun, lengthsOf, wordsOf } from "./label-runs.ts";

const characterNames: Readonly<Record<string, string>> = {
  ...{ "-": "a hyphen", "/": "a slash", ".": "a dot", _: "an underscore", ":": "a colon" },
  ...{ "#": "a hash", "+": "a plus", "*": "an asterisk" },
};

const classPhrases = {
  digit: ["a digit", "digits"],
  capital: ["a capital letter", "capital letters"],
  small: ["a small letter", "small letters"],
  letter: ["a letter", "letters"],
} as const satisfies Record<CharacterClass, readonly [string, string]>;

/** Joins texts, such as "A, B or C". */
export const joinWithOr = (texts: readonly string[]) =>
  [texts.slice(0, -1).join(", "), texts.at(-1)].filter(Boolean).join(" or ");

const wordsFor = (run: LabelRun, most: number): string => {
  const words = wordsOf(run, most);
  if (words) return joinWithOr(words.map((word) => characterNames[word] ?? word));
  const [singular, plural] = classPhrases[run.kind as CharacterClass];
  const [least, longest] = lengthsOf(run);
  if (longest === 1) return singular;
  const count = least === longest ? least : `${least} to ${longest}`;
  return `${count} ${plural}`;
};

const joinWithAnd = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

/** Describes the parts of labels in words; `undefined` if the labels branch, or have several optional parts. */
export const phraseOf = (first: LabelRun, most: number): string | undefined => {
  const parts: string[] = [];
  for (let run: LabelRun | undefined = first; run; [run] = run.next.values()) {
    if (run.next.size > 1) return undefined;
    parts.push(wordsFor(run, run === first ? most : 1));
    const [next] = run.next.values();
    if (!run.isEnd || !next) continue;
    const rest = phraseOf(next, 1);
    // A phrase with two "with or without" would be hard to read.
    return rest === undefined || rest.includes(" without ")
      ? undefined
      : `${joinWithAnd(parts)}, with or without ${rest}`;
  }
  return joinWithAnd(parts);
};
