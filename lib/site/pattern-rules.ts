import { isSafePattern } from "redos-detector";
import { getIntersectionWordSets, JS, NFA, Transformers, transform, Words } from "refa";
import { Text } from "../domain/value.ts";
import { longestText } from "../fields.ts";
import { type Fault, type Rule, repeated } from "./rule.ts";
import type { Site } from "./schema.ts";

/** The alternatives of a pattern: its parts between bars that are not in a group, in a class or escaped. */
const alternatives = (source: string): string[] => {
  const parts = [""];
  let depth = 0;
  let inClass = false;
  for (const [token] of source.matchAll(/\\?./gsu)) {
    if (token === "[") inClass = true;
    else if (token === "]") inClass = false;
    else if (!inClass && token === "(") depth += 1;
    else if (!inClass && token === ")") depth -= 1;
    if (token === "|" && depth === 0 && !inClass) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts;
};

/** A dollar sign after an odd number of backslashes is a plain character. */
const endsAtEnd = (source: string) => /(?<!\\)(?:\\\\)*\$$/.test(source);

/** Whether a pattern always describes the whole text: `^a|b$` does not, because it accepts "ax" and "xb". */
export const isAnchored = ({ source }: RegExp): boolean =>
  alternatives(source).every(
    (alternative) => alternative.startsWith("^") && endsAtEnd(alternative),
  );

/** The score of a pattern counts the ways in which one text can match. Above this limit, a hostile text takes too much time. */
const mostBacktracks = 100;

function* judged(path: string, pattern: RegExp): Iterable<Fault> {
  if (!["", "u"].includes(pattern.flags)) yield [path, "may carry no flag but u"];
  try {
    const limits = { unicode: pattern.unicode, maxScore: mostBacktracks, timeout: 5_000 };
    if (!isSafePattern(pattern.source, limits).safe)
      yield [
        path,
        "backtracks without bound on hostile text: let no two neighbouring parts take the same characters",
      ];
  } catch {
    yield [path, "cannot be judged: write it without named groups, back references and the like"];
  }
}

/** With some flags `test` remembers where it stopped; a copy without flags does not. */
const plain = ({ source, unicode }: RegExp) => new RegExp(source, unicode ? "u" : "");

function* format(path: string, { pattern, example }: Site["formats"]["zongpai"]): Iterable<Fault> {
  yield* judged(path, pattern);
  if (!isAnchored(pattern))
    yield [
      path,
      "must begin with ^ and end with $, in each alternative, or it would accept text around what it describes",
    ];
  if (!plain(pattern).test(example)) yield [path, `does not match its own example "${example}"`];
  if (plain(pattern).test("")) yield [path, "matches the empty text"];
  if (!Text("").safeParse(example).success)
    yield [
      path,
      `its example is longer than ${longestText} characters, or holds characters that no request may carry`,
    ];
}

export const patterns: Rule = function* ({ formats, location: { area, areas } }) {
  yield* format("formats.zongpai", formats.zongpai);
  yield* format("formats.boxNo", formats.boxNo);
  yield* format("formats.location", formats.location);
  yield* judged("location.area", area);
  const { example } = formats.location;
  const ofExample = plain(area).exec(example)?.[1];
  if (!ofExample)
    yield [
      "location.area",
      `takes no area from "${example}": its first group must match part of it`,
    ];
  else if (areas !== false && !areas.includes(ofExample))
    yield [
      "location.areas",
      `lacks "${ofExample}", the area of "${example}": what is there would not be counted`,
    ];
};

/** An automaton of an anchored pattern without its ^ and $: it always reads the whole text. */
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

/** Each pattern must describe whole texts. */
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

/** If the formats are to tell shelves, goods and boxes apart, no text may fit two of them: otherwise swapped scans would be recorded. */
function* exclusive({ formats, scan }: Site): Iterable<Fault> {
  for (const [one, other] of pairs) {
    const [first, second] = [formats[one].pattern, formats[other].pattern];
    // A pattern that is wrong in itself is reported by another rule.
    if (!isAnchored(first) || !isAnchored(second)) continue;
    const overlap = overlapOf(first, second);
    if (typeof overlap === "object")
      yield [
        `formats.${other}`,
        `"${overlap.both}" is accepted as ${one} too: let them exclude each other, or mark labels by prefixes or by GS1 alone, and answer scan.kinds so`,
      ];
    else if (overlap === "unjudged" && scan.kinds !== "formatsUnchecked")
      yield [
        `formats.${other}`,
        `cannot be compared with formats.${one}: write both plainly, or answer scan.kinds "formatsUnchecked" if no text fits both`,
      ];
  }
}

/** What the site says of how labels differ must be true for its formats; no prefix may begin with that of another kind. */
export const kinds: Rule = function* (site) {
  const { kinds } = site.scan;
  if (typeof kinds !== "object") {
    if (kinds !== "gs1") yield* exclusive(site);
    return;
  }
  const all = Object.entries(kinds).map(
    ([name, prefix]) => [`scan.kinds.${name}`, prefix] as const,
  );
  yield* repeated(all, (prefix) => `"${prefix}" is there twice`);
  for (const [path, prefix] of all)
    for (const [, other] of all)
      if (other !== prefix && other.startsWith(prefix)) yield [path, `"${other}" begins with it`];
};
