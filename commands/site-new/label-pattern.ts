import { isBounded } from "#lib/site/pattern-rules.ts";

/** A format in a profile. */
export type TextFormat = {
  readonly pattern: RegExp;
  readonly accepts: string;
  readonly example: string;
  readonly checkDigit?: true;
};

/** How the labels of a kind are read. */
type LabelReading = {
  /** Letters at the start: a few words, such as PO and SO, or any letters, such as aisles. */
  readonly firstLetters?: "words" | "any";
  /** Whether numbers have only the lengths of these labels. Otherwise they can have two more digits. */
  readonly isExact?: boolean;
};

/** A class of characters: between the brackets of a pattern, and in words for one and for several. */
const classes = {
  digit: { one: "a digit", several: "digits" },
  capital: { one: "a capital letter", several: "capital letters" },
  small: { one: "a small letter", several: "small letters" },
  letter: { one: "a letter", several: "letters" },
} as const;
type CharacterClass = keyof typeof classes;
type ClassSources = Readonly<Record<CharacterClass, string>>;
const isClass = (kind: string): kind is CharacterClass => Object.hasOwn(classes, kind);

/** The runs of each class. A mark belongs to the letter before it. `letter` is neither capital nor small, such as a Chinese one. */
const runPattern =
  /(?<digit>[0-9]+)|(?<capital>(?:\p{Lu}\p{M}*)+)|(?<small>(?:\p{Ll}\p{M}*)+)|(?<letter>(?:[\p{Lt}\p{Lm}\p{Lo}]\p{M}*)+)|./gsu;

/** A run of characters of one kind in labels with the same start; `kind` is a class or a single other character. */
type LabelRun = {
  readonly kind: string;
  readonly texts: string[];
  /** Whether a label ends here. */
  isEnd: boolean;
  readonly next: Map<string, LabelRun>;
};
const newRun = (kind: string): LabelRun => ({ kind, texts: [], isEnd: false, next: new Map() });

const runsIn = (label: string): (readonly [kind: string, text: string])[] =>
  [...label.matchAll(runPattern)].map(({ 0: text, groups = {} }) => [
    Object.keys(groups).find((name) => groups[name] !== undefined) ?? text,
    text,
  ]);

/** The tree of all runs. Labels with the same start share runs, so a character fits only one branch, and the pattern never backtracks. */
const treeOf = (labels: readonly string[]): LabelRun => {
  const root = newRun("");
  for (const label of labels) {
    let run = root;
    for (const [kind, text] of runsIn(label)) {
      const next = run.next.get(kind) ?? newRun(kind);
      run.next.set(kind, next);
      next.texts.push(text);
      run = next;
    }
    run.isEnd = true;
  }
  return root;
};

/** What is between the brackets of each class: only A to Z, unless the labels have other letters. */
const classSourcesOf = (labels: readonly string[]): ClassSources => {
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

const furtherDigits = 2;
/** The length of the longest readable pattern. */
const longestSource = 120;
/** More words at the start of labels count as any letters. */
const mostWords = 4;

const escapeCharacters = (text: string) => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");
const quantifierOf = (least: number, most: number): string =>
  least === most ? (least === 1 ? "" : `{${least}}`) : `{${least},${most}}`;
const listOf = (texts: readonly string[], word: "and" | "or") =>
  [texts.slice(0, -1).join(", "), texts.at(-1)].filter(Boolean).join(` ${word} `);

const signNames: Readonly<Record<string, string>> = {
  ...{ "-": "a hyphen", "/": "a slash", ".": "a dot", _: "an underscore", ":": "a colon" },
  ...{ "#": "a hash", "+": "a plus", "*": "an asterisk" },
};

/** Writes the runs of labels as a pattern, and in words. */
const writerOf = (labels: readonly string[], { firstLetters, isExact = false }: LabelReading) => {
  const sources = classSourcesOf(labels);
  const mostFirst = firstLetters === "any" ? 1 : mostWords;

  /** The texts of a run with one or a few texts; `undefined` if any text of its class is possible. */
  const wordsOf = ({ kind, texts }: LabelRun, most: number): readonly string[] | undefined => {
    const words = [...new Set(texts)].toSorted();
    if (!isClass(kind)) return words;
    const areFew = words.length === 1 || (words.length <= most && words.length < texts.length);
    return kind !== "digit" && areFew ? words : undefined;
  };
  /** Numbers that are filled up with zeros have one length. Other numbers may grow. */
  const lengthsOf = ({ kind, texts }: LabelRun): readonly [least: number, most: number] => {
    const lengths = texts.map((text) => [...text].length);
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
    const isFilled = least === most && most > 1 && texts.some((text) => text.startsWith("0"));
    return [least, kind === "digit" && !isFilled && !isExact ? most + furtherDigits : most];
  };

  const sourceOf = (run: LabelRun, most = mostFirst): string => {
    const words = wordsOf(run, most)?.map(escapeCharacters);
    const inClass = `[${sources[run.kind as CharacterClass]}]${quantifierOf(...lengthsOf(run))}`;
    const own = words?.join("|") ?? inClass;
    const branches = [...run.next.values()].map((next) => sourceOf(next, 1));
    const isOptional = run.isEnd && branches.length > 0;
    const rest = branches.join("|");
    const head = words && words.length > 1 ? `(?:${own})` : own;
    return `${head}${branches.length > 1 || isOptional ? `(?:${rest})` : rest}${isOptional ? "?" : ""}`;
  };

  const wordingOf = (run: LabelRun, most: number): string => {
    const words = wordsOf(run, most);
    if (words)
      return listOf(
        words.map((word) => signNames[word] ?? word),
        "or",
      );
    const { one, several } = classes[run.kind as CharacterClass];
    const [least, longest] = lengthsOf(run);
    if (longest === 1) return one;
    return `${least === longest ? least : `${least} to ${longest}`} ${several}`;
  };
  /** The parts in words; `undefined` if the labels branch, or have several optional parts, which would be hard to read. */
  const phraseOf = (first: LabelRun, most = mostFirst): string | undefined => {
    const parts: string[] = [];
    for (let run: LabelRun | undefined = first; run; [run] = run.next.values()) {
      if (run.next.size > 1) return undefined;
      parts.push(wordingOf(run, run === first ? most : 1));
      const [next] = run.next.values();
      if (!run.isEnd || !next) continue;
      const rest = phraseOf(next, 1);
      if (rest === undefined || rest.includes(" without ")) return undefined;
      return `${listOf(parts, "and")}, with or without ${rest}`;
    }
    return listOf(parts, "and");
  };

  /** The set of characters and the lengths, for labels whose pattern would be unreadable or refused. */
  const charactersSource = (): string => {
    const kinds = [...new Set(labels.flatMap(runsIn).map(([kind]) => kind))];
    const order = (kind: string) => (isClass(kind) ? `[${sources[kind]}` : kind);
    const characters = kinds
      .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
      .map((kind) => (isClass(kind) ? sources[kind] : kind.replace(/[[\]\\^-]/g, "\\$&")));
    const lengths = labels.map((label) => [...label].length);
    const growth = kinds.includes("digit") && !isExact ? furtherDigits : 0;
    return `[${characters.join("")}]${quantifierOf(Math.min(...lengths), Math.max(...lengths) + growth)}`;
  };
  return { sourceOf, phraseOf, charactersSource };
};

/**
 * The format of labels: a pattern, the sentence for a refused label, and the first label as an example. The pattern accepts all given
 * labels. Letters that all labels share are fixed.
 * @param labels at least one; none is empty or has a blank
 */
export const formatOf = (labels: readonly string[], reading: LabelReading = {}): TextFormat => {
  const { sourceOf, phraseOf, charactersSource } = writerOf(labels, reading);
  const runs = [...treeOf(labels).next.values()];
  const alternatives = runs.map((run) => sourceOf(run)).join("|");
  const wholeSource = runs.length > 1 ? `(?:${alternatives})` : alternatives;
  const flags = labels.every((label) => /^\p{ASCII}*$/u.test(label)) ? "" : "u";
  const anchored = (source: string) => new RegExp(`^${source}$`, flags);
  const isReadable = wholeSource.length <= longestSource && isBounded(anchored(wholeSource));
  const [first] = runs;
  const phrase = isReadable && first && runs.length === 1 ? phraseOf(first) : undefined;
  const source = isReadable ? wholeSource : charactersSource();
  const [example = ""] = labels;
  const accepts = phrase ?? `look like ${listOf([...new Set(labels)].slice(0, 3), "or")}`;
  return {
    pattern: anchored(source),
    accepts: phrase === undefined ? `must ${accepts}` : `must be ${accepts}`,
    example,
  };
};

/** Texts that are almost a label, and that the pattern refuses, each with its fault. */
export const refusedNeighbours = ({ pattern, example }: TextFormat) => {
  let longer = example;
  while (pattern.test(longer)) longer += longer.at(-1);
  const isUpper = example === example.toUpperCase();
  const candidates = [
    [longer, "too long"],
    [isUpper ? example.toLowerCase() : example.toUpperCase(), "another letter case"],
    [example.replace(/^./su, ""), "without its beginning"],
    [`${example} `, "has a blank at its end"],
  ] as const;
  return candidates.filter(([text]) => text !== "" && !pattern.test(text));
};
