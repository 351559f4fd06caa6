import {
  type CharacterKind,
  furtherDigits,
  isCharacterClass,
  type LabelRun,
  lengthsOf,
  runsIn,
  treeOf,
  wordsOf,
} from "./label-runs.ts";
import { joinWithOr, phraseOf } from "./phrase-of.ts";

/** A format as a profile has it. */
export type TextFormat = {
  readonly pattern: RegExp;
  readonly accepts: string;
  readonly example: string;
};

/** How letters at the start of labels are read: as one of a few words, such as PO and SO, or as any letters, such as aisles. */
type FirstLetters = "words" | "any";

/** A longer pattern is no longer read by a person. */
const longestSource = 120;
/** More words at the start are no words, but letters that count. */
const mostWords = 4;
const escapeCharacters = (text: string) => text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");

const lengthQuantifier = ([least, most]: readonly [number, number]): string => {
  if (least === most) return least === 1 ? "" : `{${least}}`;
  return `{${least},${most}}`;
};

const sourceOf = (run: LabelRun, most: number): string => {
  const words = wordsOf(run, most)?.map(escapeCharacters);
  const own = words ? words.join("|") : run.kind + lengthQuantifier(lengthsOf(run));
  const further = [...run.next.values()].map((next) => sourceOf(next, 1));
  const rest = further.join("|");
  const isOptional = run.ends && further.length > 0;
  return [
    (words?.length ?? 1) > 1 ? `(?:${own})` : own,
    further.length > 1 || isOptional ? `(?:${rest})` : rest,
    isOptional ? "?" : "",
  ].join("");
};

/** Labels of any other kind are described by what characters they have. */
const characterPattern = (labels: readonly string[], flags: string): RegExp => {
  const kinds = new Set(labels.flatMap(runsIn).map(([kind]) => kind));
  const inClass = (kind: CharacterKind) =>
    isCharacterClass(kind) ? kind.slice(1, -1) : kind.replace(/[[\]\\^-]/g, "\\$&");
  const lengths = labels.map((label) => [...label].length);
  const most = Math.max(...lengths) + (kinds.has("[0-9]") ? furtherDigits : 0);
  const all = [...kinds].toSorted().map(inClass).join("");
  return new RegExp(`^[${all}]${lengthQuantifier([Math.min(...lengths), most])}$`, flags);
};

/**
 * The format of labels: a pattern, the sentence for a refused label, and the first label as example. The pattern takes all labels, and more
 * of their kind: runs of digits may be longer. Letters that all labels share stay as they are.
 * @param labels at least one; none is empty or has a blank
 */
export const formatOf = (
  labels: readonly string[],
  firstLetters: FirstLetters = "words",
): TextFormat => {
  const [example = ""] = labels;
  const most = firstLetters === "words" ? mostWords : 1;
  const flags = labels.every((label) => /^\p{ASCII}*$/u.test(label)) ? "" : "u";
  const firsts = [...treeOf(labels).next.values()];
  const alternatives = firsts.map((run) => sourceOf(run, most)).join("|");
  const source = firsts.length > 1 ? `(?:${alternatives})` : alternatives;
  const isReadable = source.length <= longestSource;
  const [first] = firsts;
  const phrase = first && firsts.length === 1 ? phraseOf(first, most) : undefined;
  return {
    pattern: isReadable ? new RegExp(`^${source}$`, flags) : characterPattern(labels, flags),
    accepts:
      isReadable && phrase !== undefined
        ? `must be ${phrase}`
        : `must look like ${joinWithOr([...new Set(labels)].slice(0, 3))}`,
    example,
  };
};
