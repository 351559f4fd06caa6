import {
  type CharacterClass,
  type CharacterKind,
  type ClassSources,
  classSourcesOf,
  furtherDigits,
  isCharacterClass,
  type LabelRun,
  lengthsOf,
  runsIn,
  treeOf,
  wordsOf,
} from "./label-runs.ts";
import { joinWithOr, phraseOf } from "./phrase-of.ts";

/** A format in a profile. */
export type TextFormat = {
  readonly pattern: RegExp;
  readonly accepts: string;
  readonly example: string;
};

/** How to read the letters at the start of labels: as a few words, such as PO and SO, or as any letters, such as aisles. */
type FirstLetters = "words" | "any";

/** The length of the longest readable pattern. */
const longestSource = 120;
/** The maximum number of words at the start of labels. More count as any letters. */
const mostWords = 4;
const escapeCharacters = (text: string) => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");

const lengthQuantifier = ([least, most]: readonly [number, number]): string => {
  if (least === most) return least === 1 ? "" : `{${least}}`;
  return `{${least},${most}}`;
};

const sourceOf = (run: LabelRun, most: number, sources: ClassSources): string => {
  const words = wordsOf(run, most)?.map(escapeCharacters);
  const ownSource =
    words?.join("|") ??
    `[${sources[run.kind as CharacterClass]}]${lengthQuantifier(lengthsOf(run))}`;
  const branches = [...run.next.values()].map((next) => sourceOf(next, 1, sources));
  const rest = branches.join("|");
  const isOptional = run.isEnd && branches.length > 0;
  const hasAlternatives = words !== undefined && words.length > 1;
  const head = hasAlternatives ? `(?:${ownSource})` : ownSource;
  const tail = branches.length > 1 || isOptional ? `(?:${rest})` : rest;
  return `${head}${tail}${isOptional ? "?" : ""}`;
};

/** The fallback if the pattern would be unreadable: the set of characters, and the lengths. */
const characterPattern = (labels: readonly string[], flags: string): RegExp => {
  const kinds = new Set(labels.flatMap(runsIn).map(([kind]) => kind));
  const sources = classSourcesOf(labels);
  const inClass = (kind: CharacterKind) =>
    isCharacterClass(kind) ? sources[kind] : kind.replace(/[[\]\\^-]/g, "\\$&");
  const lengths = labels.map((label) => [...label].length);
  const most = Math.max(...lengths) + (kinds.has("digit") ? furtherDigits : 0);
  const order = (kind: CharacterKind) => (isCharacterClass(kind) ? `[${sources[kind]}` : kind);
  const sorted = [...kinds].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  const characters = sorted.map(inClass).join("");
  const quantifier = lengthQuantifier([Math.min(...lengths), most]);
  return new RegExp(`^[${characters}]${quantifier}$`, flags);
};

/**
 * The format of labels: a pattern, the sentence for a refused label, and the first label as an example. The pattern accepts all given
 * labels, and labels with longer runs of digits. Letters that all labels share are fixed.
 * @param labels at least one; none is empty or contains a space
 */
export const formatOf = (
  labels: readonly string[],
  firstLetters: FirstLetters = "words",
): TextFormat => {
  const [example = ""] = labels;
  const most = firstLetters === "words" ? mostWords : 1;
  const flags = labels.every((label) => /^\p{ASCII}*$/u.test(label)) ? "" : "u";
  const firstRuns = [...treeOf(labels).next.values()];
  const sources = classSourcesOf(labels);
  const alternatives = firstRuns.map((run) => sourceOf(run, most, sources)).join("|");
  const source = firstRuns.length > 1 ? `(?:${alternatives})` : alternatives;
  const isReadable = source.length <= longestSource;
  const [firstRun] = firstRuns;
  const phrase = firstRun && firstRuns.length === 1 ? phraseOf(firstRun, most) : undefined;
  const hasPhrase = isReadable && phrase !== undefined;
  const someLabels = [...new Set(labels)].slice(0, 3);
  return {
    pattern: isReadable ? new RegExp(`^${source}$`, flags) : characterPattern(labels, flags),
    accepts: hasPhrase ? `must be ${phrase}` : `must look like ${joinWithOr(someLabels)}`,
    example,
  };
};
