import { createRequire } from "node:module";
import type { DFA } from "refa";

// An import would keep the text of it twice, which takes 5 MB more.
const load = createRequire(import.meta.url);
const {
  getIntersectionWordSets,
  CharSet,
  DFA: Automaton,
  JS,
  NFA,
  Transformers,
  transform,
  Words,
} = load("refa") as typeof import("refa");

/** The alternatives of a pattern: its parts between bars outside a group. A pattern that cannot be read has none. */
export const alternativesOf = ({ source, unicode }: RegExp) => {
  try {
    return JS.Parser.fromLiteral({ source, flags: unicode ? "u" : "" }).ast.pattern.alternatives;
  } catch {
    return [];
  }
};

/** Whether a pattern always describes the whole text: `^a|b$` accepts "ax". */
export const isAnchored = (pattern: RegExp): boolean => {
  const ends = alternativesOf(pattern).flatMap(({ elements }) => [elements[0], elements.at(-1)]);
  return (
    ends.length > 0 &&
    ends.every((end, at) => end?.type === "Assertion" && end.kind === (at % 2 ? "end" : "start"))
  );
};

/** A text as a part of a regular expression. */
export const escapeCharacters = (text: string): string =>
  text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** An automaton of an anchored pattern. */
const automatonOf = (pattern: RegExp, unicode: boolean) => {
  const source = alternativesOf(pattern)
    .map(({ raw }) => raw.slice(1, -1))
    .join("|");
  const { expression, maxCharacter } = JS.Parser.fromLiteral({
    source,
    flags: unicode ? "u" : "",
  }).parse({ backreferences: "throw" });
  const applied = transform(Transformers.applyAssertions(), expression);
  return NFA.fromRegex(applied, { maxCharacter }, { assertions: "throw" });
};

const textOf = (word: readonly number[], unicode: boolean): string =>
  unicode ? Words.fromUnicodeToString(word) : Words.fromUTF16ToString(word);

/** A text that both patterns accept, if there is one; `unjudged` if one of them has no automaton. */
type PatternOverlap = { readonly both: string } | "none" | "unjudged";

/** The overlap of two anchored patterns. */
export const overlapOf = (one: RegExp, other: RegExp): PatternOverlap => {
  try {
    const unicode = one.unicode || other.unicode;
    const automata = [automatonOf(one, unicode), automatonOf(other, unicode)] as const;
    const [wordSets] = getIntersectionWordSets(...automata);
    if (!wordSets) return "none";
    const word = Words.pickMostReadableWord(wordSets);
    if (!word) return "unjudged";
    const both = textOf(word, unicode);
    return one.test(both) && other.test(both) ? { both } : "unjudged";
  } catch {
    return "unjudged";
  }
};

const minimalAutomaton = (pattern: RegExp, unicode: boolean): DFA => {
  const automaton = Automaton.fromFA(automatonOf(pattern, unicode));
  automaton.minimize();
  return automaton;
};

const wordOf = (text: string, unicode: boolean): number[] =>
  unicode ? Words.fromStringToUnicode(text) : Words.fromStringToUTF16(text);

type Node = DFA.ReadonlyNode | undefined;
/** Where three runs are after the same word: of a part, of the whole, and of the whole when the part comes again. */
type Search = {
  readonly part: DFA.ReadonlyNode;
  readonly first: DFA.ReadonlyNode;
  readonly again: DFA.ReadonlyNode;
  readonly word: readonly number[];
};

/** The same search one character later, each with a readable character. */
const furtherSearches = ({ part, first, again, word }: Search, maxCharacter: number): Search[] => {
  const found: Search[] = [];
  for (const [chars, nextPart] of part.out)
    for (const [otherChars, nextFirst] of first.out)
      for (const [lastChars, nextAgain] of again.out) {
        const min = Math.max(chars.min, otherChars.min, lastChars.min);
        const max = Math.min(chars.max, otherChars.max, lastChars.max);
        if (min > max) continue;
        const set = CharSet.fromRange(maxCharacter, { min, max });
        const character = Words.pickMostReadableCharacter(set) ?? min;
        const next = { part: nextPart, first: nextFirst, again: nextAgain };
        found.push({ ...next, word: [...word, character] });
      }
  return found;
};

/** With more searches the answer takes seconds. */
const mostSearches = 100_000;

/** The shortest word with which a search ends in final states, and its first run in `middle`. */
const shortestWord = (
  start: Search,
  middle: DFA.ReadonlyNode,
  part: DFA,
  whole: DFA,
): readonly number[] | undefined => {
  const nodeIds = new Map<DFA.ReadonlyNode, number>();
  const idOf = (node: DFA.ReadonlyNode) => {
    if (!nodeIds.has(node)) nodeIds.set(node, nodeIds.size);
    return nodeIds.get(node);
  };
  const seen = new Set<string>();
  const queue = [start];
  for (const search of queue) {
    const { word } = search;
    const isFound =
      word.length > 0 &&
      search.first === middle &&
      part.finals.has(search.part as DFA.Node) &&
      whole.finals.has(search.again as DFA.Node);
    if (isFound) return word;
    if (queue.length > mostSearches) return undefined;
    for (const next of furtherSearches(search, part.maxCharacter)) {
      const id = [next.part, next.first, next.again].map(idOf).join();
      if (seen.has(id)) continue;
      seen.add(id);
      queue.push(next);
    }
  }
  return undefined;
};

/**
 * The shortest text that comes twice in a code: after `start` it is a code of `part`, and twice, with `between` between, a code of `whole`.
 * `undefined` if there is none, or if a pattern has no automaton.
 */
export const doubleIn = (
  part: RegExp,
  whole: RegExp,
  { start = "", between = "" },
): string | undefined => {
  try {
    const unicode = part.unicode || whole.unicode;
    const wholeAutomaton = minimalAutomaton(whole, unicode);
    const partAutomaton = part === whole ? wholeAutomaton : minimalAutomaton(part, unicode);
    const follow = (node: Node, text: string): Node =>
      wordOf(text, unicode).reduce<Node>((at, character) => at?.out.get(character), node);
    const partNode = follow(partAutomaton.initial, start);
    const first = follow(wholeAutomaton.initial, start);
    if (!partNode || !first) return undefined;
    const words = [...wholeAutomaton.nodes()].flatMap((middle) => {
      const again = follow(middle, between);
      if (!again) return [];
      const search = { part: partNode, first, again, word: [] };
      const word = shortestWord(search, middle, partAutomaton, wholeAutomaton);
      return word ? [textOf(word, unicode)] : [];
    });
    return words.toSorted((one, other) => one.length - other.length)[0];
  } catch {
    return undefined;
  }
};
