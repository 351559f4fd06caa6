/** The classes of letters and digits. `letter`: one that is neither capital nor small, such as a Chinese one. */
const characterClasses = ["digit", "capital", "small", "letter"] as const;
export type CharacterClass = (typeof characterClasses)[number];

/** A class, or a single other character. */
export type CharacterKind = CharacterClass | (string & {});

/** A run of characters of the same kind in labels with the same start, with its texts and the next runs. */
export type LabelRun = {
  readonly kind: CharacterKind;
  readonly texts: string[];
  /** Whether a label ends here. */
  isEnd: boolean;
  readonly next: Map<CharacterKind, LabelRun>;
};

/** The number of digits that a pattern accepts beyond the longest label, because numbers grow. */
export const furtherDigits = 2;

const newRun = (kind: CharacterKind): LabelRun => ({
  kind,
  texts: [],
  isEnd: false,
  next: new Map(),
});

/** The runs of each class. A mark belongs to the letter before it. */
const runPattern =
  /(?<digit>[0-9]+)|(?<capital>(?:\p{Lu}\p{M}*)+)|(?<small>(?:\p{Ll}\p{M}*)+)|(?<letter>(?:[\p{Lt}\p{Lm}\p{Lo}]\p{M}*)+)|./gsu;

export const runsIn = (label: string): (readonly [CharacterKind, string])[] =>
  [...label.matchAll(runPattern)].map(({ 0: text, groups }) => [
    characterClasses.find((name) => groups?.[name] !== undefined) ?? text,
    text,
  ]);

/** What a pattern has between the brackets of each class: only A to Z, unless the labels have other letters. */
export type ClassSources = Readonly<Record<CharacterClass, string>>;

export const classSourcesOf = (labels: readonly string[]): ClassSources => {
  const text = labels.join("\n");
  const marks = /\p{M}/u.test(text) ? "\\p{M}" : "";
  const uncased = ["\\p{Lt}", "\\p{Lm}", "\\p{Lo}"].filter((name) => RegExp(name, "u").test(text));
  return {
    digit: "0-9",
    capital: marks || /(?![A-Z])\p{Lu}/u.test(text) ? `\\p{Lu}${marks}` : "A-Z",
    small: marks || /(?![a-z])\p{Ll}/u.test(text) ? `\\p{Ll}${marks}` : "a-z",
    letter: uncased.join("") + marks,
  };
};

/**
 * The tree of all runs. Labels with the same start share runs, so each character matches only one branch and the pattern never backtracks.
 */
export const treeOf = (labels: readonly string[]): LabelRun => {
  const root = newRun("");
  for (const label of labels) {
    let currentRun = root;
    for (const [kind, text] of runsIn(label)) {
      const following = currentRun.next.get(kind) ?? newRun(kind);
      currentRun.next.set(kind, following);
      following.texts.push(text);
      currentRun = following;
    }
    currentRun.isEnd = true;
  }
  return root;
};

const isDigits = ({ kind }: LabelRun) => kind === "digit";
/** Whether a kind is a character class, and not a single character. */
export const isCharacterClass = (kind: CharacterKind): kind is CharacterClass =>
  characterClasses.some((name) => name === kind);

/** The texts of a run with one or a few texts; `undefined` if any text of its class is possible. */
export const wordsOf = (run: LabelRun, most: number): readonly string[] | undefined => {
  const words = [...new Set(run.texts)].toSorted();
  if (!isCharacterClass(run.kind)) return words;
  if (isDigits(run)) return undefined;
  const areWords = words.length === 1 || (words.length <= most && words.length < run.texts.length);
  return areWords ? words : undefined;
};

/** The lengths of a run. Zero-padded numbers have one length. Other numbers may grow. */
export const lengthsOf = (run: LabelRun): readonly [least: number, most: number] => {
  const lengths = run.texts.map((text) => [...text].length);
  const least = Math.min(...lengths);
  const most = Math.max(...lengths);
  const isFilled = least === most && most > 1 && run.texts.some((text) => text.startsWith("0"));
  const grows = isDigits(run) && !isFilled;
  return [least, grows ? most + furtherDigits : most];
};
