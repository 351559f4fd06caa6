import { getIntersectionWordSets, JS, NFA, Transformers, transform, Words } from "refa";
import { alternatives, isAnchored } from "./anchored.ts";
import { type Fault, type Rule, repeated } from "./rule.ts";
import type { Site } from "./schema.ts";

/** What a pattern that begins with ^ and ends with $ accepts, as an automaton; refa knows no assertions, and these two say nothing here. */
const automatonOf = (pattern: RegExp, unicode: boolean) => {
  const source = alternatives(pattern.source)
    .map((alternative) => alternative.slice(1, -1))
    .join("|");
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: unicode ? "u" : "" }).parse({ backreferences: "throw" });
  const applied = transform(Transformers.applyAssertions(), expression);
  return NFA.fromRegex(applied, { maxCharacter }, { assertions: "throw" });
};

/** What two patterns are to each other: a text that both accept, that there is none, or that no automaton can be made of one. */
export type Overlap = { readonly both: string } | "none" | "unjudged";

/** Decides whether a text exists that both patterns accept; each must describe whole texts. */
export const overlapOf = (one: RegExp, other: RegExp): Overlap => {
  try {
    const unicode = one.unicode || other.unicode;
    const [first] = getIntersectionWordSets(automatonOf(one, unicode), automatonOf(other, unicode));
    if (!first) return "none";
    const word = Words.pickMostReadableWord(first);
    if (!word) return "unjudged";
    const both = unicode ? Words.fromUnicodeToString(word) : Words.fromUTF16ToString(word);
    return one.test(both) && other.test(both) ? { both } : "unjudged";
  } catch {
    return "unjudged";
  }
};

const pairs = [
  ["zongpai", "boxNo"],
  ["zongpai", "location"],
  ["boxNo", "location"],
] as const;

const others = "mark labels by prefixes or by GS1 alone, and answer scan.kinds so";

/** Where formats are to tell a shelf from goods and from a box, no text may fit two of them; a swapped pair would be recorded. */
const formats = ({ formats, scan }: Site): Fault[] =>
  pairs.flatMap(([one, other]) => {
    const { pattern } = formats[one];
    const { pattern: second } = formats[other];
    // What is wrong with a pattern by itself is told elsewhere.
    if (!isAnchored(pattern) || !isAnchored(second)) return [];
    const overlap = overlapOf(pattern, second);
    const path = `formats.${other}`;
    if (overlap === "none" || (overlap === "unjudged" && scan.kinds === "formatsUnchecked")) return [];
    if (overlap === "unjudged")
      return [
        {
          path,
          fault: `cannot be compared with formats.${one}: write both plainly, or answer scan.kinds "formatsUnchecked" if no text fits both`,
        },
      ];
    return [{ path, fault: `"${overlap.both}" is accepted as ${one} too: let them exclude each other, or ${others}` }];
  });

/** A label has one beginning. */
const prefixes = (kinds: Readonly<Record<string, string>>): Fault[] => {
  const all = Object.entries(kinds).map(([name, prefix]) => [`scan.kinds.${name}`, prefix] as const);
  const begun = all.flatMap(([path, prefix]) =>
    all.flatMap(([, other]) => (other !== prefix && other.startsWith(prefix) ? [{ path, fault: `"${other}" begins with it` }] : [])),
  );
  return [...repeated(all).map(([path, prefix]) => ({ path, fault: `"${prefix}" stands twice` })), ...begun];
};

/** The site's answer how labels differ is true of its formats. */
export const kinds: Rule = (site) => {
  if (typeof site.scan.kinds === "object") return prefixes(site.scan.kinds);
  return site.scan.kinds === "gs1" ? [] : formats(site);
};
