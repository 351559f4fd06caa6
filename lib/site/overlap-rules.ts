import { getIntersectionWordSets, JS, NFA, Transformers, transform, Words } from "refa";
import { alternatives, isAnchored } from "./anchored.ts";
import { type Fault, type Rule, repeated } from "./rule.ts";
import type { Site } from "./schema.ts";

/**
 * Makes an automaton of a pattern that begins with ^ and ends with $. Both are left out: an automaton always reads the whole text, and
 * refa has no assertions.
 */
const automatonOf = (pattern: RegExp, unicode: boolean) => {
  const source = alternatives(pattern.source)
    .map((alternative) => alternative.slice(1, -1))
    .join("|");
  const { expression, maxCharacter } = JS.Parser.fromLiteral({
    source,
    flags: unicode ? "u" : "",
  }).parse({ backreferences: "throw" });
  const applied = transform(Transformers.applyAssertions(), expression);
  return NFA.fromRegex(applied, { maxCharacter }, { assertions: "throw" });
};

/** A text that both patterns accept; `none` if there is no such text; `unjudged` if no automaton can be made of one of them. */
export type Overlap = { readonly both: string } | "none" | "unjudged";

/** Whether there is a text that both patterns accept. Each pattern must describe whole texts. */
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

/** If the formats are to tell shelves, goods and boxes apart, no text may fit two of them: otherwise swapped scans would be recorded. */
const formats = ({ formats, scan }: Site): Fault[] =>
  pairs.flatMap(([one, other]) => {
    const { pattern } = formats[one];
    const { pattern: second } = formats[other];
    // A pattern that is wrong in itself is reported by another rule.
    if (!isAnchored(pattern) || !isAnchored(second)) return [];
    const overlap = overlapOf(pattern, second);
    const path = `formats.${other}`;
    if (overlap === "none" || (overlap === "unjudged" && scan.kinds === "formatsUnchecked"))
      return [];
    if (overlap === "unjudged")
      return [
        {
          path,
          fault: `cannot be compared with formats.${one}: write both plainly, or answer scan.kinds "formatsUnchecked" if no text fits both`,
        },
      ];
    return [
      {
        path,
        fault: `"${overlap.both}" is accepted as ${one} too: let them exclude each other, or ${others}`,
      },
    ];
  });

/** No two kinds of label may have the same prefix, or one that begins with another. */
const prefixes = (kinds: Readonly<Record<string, string>>): Fault[] => {
  const all = Object.entries(kinds).map(
    ([name, prefix]) => [`scan.kinds.${name}`, prefix] as const,
  );
  const begun = all.flatMap(([path, prefix]) =>
    all.flatMap(([, other]) =>
      other !== prefix && other.startsWith(prefix)
        ? [{ path, fault: `"${other}" begins with it` }]
        : [],
    ),
  );
  return [...repeated(all, (prefix) => `"${prefix}" stands twice`), ...begun];
};

/** The site's answer about how labels differ must be true for its formats. */
export const kinds: Rule = (site) => {
  if (typeof site.scan.kinds === "object") return prefixes(site.scan.kinds);
  return site.scan.kinds === "gs1" ? [] : formats(site);
};
