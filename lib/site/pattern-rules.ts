import { createRequire } from "node:module";
import { commandCodes, commandPattern, commandPrefix } from "#labels/command-codes.ts";
import { valueFactsOf } from "#labels/identifiers.ts";
import { maxTextLength } from "../fields.ts";
import { repeatedEntryFaults, type SiteFault, type SiteRule } from "./rule.ts";
import type { Site } from "./schema.ts";

// An import would keep the text of each of them twice, which takes 5 MB more.
const load = createRequire(import.meta.url);
const { isSafePattern } = load("redos-detector") as typeof import("redos-detector");
const { getIntersectionWordSets, JS, NFA, Transformers, transform, Words } = load(
  "refa",
) as typeof import("refa");

/** The alternatives of a pattern: its parts between bars outside a group. A pattern that cannot be read has none. */
const alternativesOf = ({ source, unicode }: RegExp) => {
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

/** The most ways in which one text may match: with more a hostile text takes too much time. */
const mostBacktracks = 100;

function* patternFaults(path: string, pattern: RegExp): Iterable<SiteFault> {
  if (!["", "u"].includes(pattern.flags)) yield [path, "may carry no flag but u"];
  try {
    const limits = { unicode: pattern.unicode, maxScore: mostBacktracks, timeout: 5_000 };
    if (!isSafePattern(pattern.source, limits).safe)
      yield [
        path,
        "backtracks without bound on hostile text: let no two neighbours take the same characters",
      ];
  } catch {
    yield [path, "cannot be judged: write it without named groups and back references"];
  }
}

/** A copy without the flags `g` and `y`, with which `test` remembers where it stopped. */
const statelessCopy = ({ source, unicode }: RegExp) => new RegExp(source, unicode ? "u" : "");

function* formatFaults(
  path: string,
  { pattern, example }: Site["formats"]["zongpai"],
): Iterable<SiteFault> {
  yield* patternFaults(path, pattern);
  if (!isAnchored(pattern))
    yield [
      path,
      "must begin with ^ and end with $, in each alternative, or it would accept more than it describes",
    ];
  const copy = statelessCopy(pattern);
  if (!copy.test(example)) yield [path, `does not match its own example "${example}"`];
  if (copy.test("")) yield [path, "matches the empty text"];
}

export const checkPatterns: SiteRule = function* ({
  formats,
  location: { area, areas, otherAreas },
}) {
  for (const name of ["zongpai", "boxNo", "location"] as const)
    yield* formatFaults(`formats.${name}`, formats[name]);
  yield* patternFaults("location.area", area);
  const { example } = formats.location;
  const exampleArea = statelessCopy(area).exec(example)?.[1];
  if (!exampleArea) yield ["location.area", `takes no area from "${example}" with its first group`];
  else if (areas !== false && !areas.includes(exampleArea))
    yield [
      "location.areas",
      `lacks "${exampleArea}", the area of "${example}", which would not be counted by itself`,
    ];
  if (otherAreas === "count") return;
  if (areas === false) {
    yield ["location.otherAreas", "refuses every shelf while no areas are listed"];
    return;
  }
  const unnamedAreas = areas.filter((name) => !otherAreas.says.includes(name));
  if (unnamedAreas.length > 0)
    yield ["location.otherAreas.says", `does not name ${unnamedAreas.join(", ")}`];
};

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
    const both = unicode ? Words.fromUnicodeToString(word) : Words.fromUTF16ToString(word);
    return one.test(both) && other.test(both) ? { both } : "unjudged";
  } catch {
    return "unjudged";
  }
};

const formatPairs = [
  ["zongpai", "boxNo"],
  ["zongpai", "location"],
  ["boxNo", "location"],
] as const;

/** Swapped scans would be recorded if a text fitted two formats. */
function* overlapFaults({ formats, scan }: Site): Iterable<SiteFault> {
  for (const [one, other] of formatPairs) {
    const patterns = [formats[one].pattern, formats[other].pattern] as const;
    // Another rule reports a pattern that is wrong in itself.
    if (!patterns.every(isAnchored)) continue;
    const overlap = overlapOf(...patterns);
    if (typeof overlap === "object")
      yield [
        `formats.${other}`,
        `"${overlap.both}" is accepted as ${one} too: let them exclude each other, or answer scan.kinds by prefixes or "gs1"`,
      ];
    else if (overlap === "unjudged" && scan.kinds !== "formatsUnchecked")
      yield [
        `formats.${other}`,
        `cannot be compared with formats.${one}: write both plainly, or, if no text fits both, answer scan.kinds "formatsUnchecked"`,
      ];
  }
}

const escapeCharacters = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** For each identifier that the site lists, some label must give a number of its format. */
export const checkLabels: SiteRule = function* ({ formats, scan }) {
  for (const name of ["boxNo", "zongpai", "location"] as const)
    for (const { ai, before } of scan[name]) {
      const values = valueFactsOf(ai)?.pattern;
      // Another rule reports an identifier that does not exist.
      if (values === undefined) continue;
      const given = new RegExp(`^${escapeCharacters(before)}${values}$`);
      if (overlapOf(formats[name].pattern, given) === "none")
        yield [
          `scan.${name}`,
          `no label with (${ai}) gives what formats.${name} accepts: "${before}" comes before its value`,
        ];
    }
};

/** A command's code that an anchored pattern accepts. */
const acceptedCommand = (pattern: RegExp): string | undefined => {
  const overlap = overlapOf(pattern, commandPattern);
  if (typeof overlap === "object") return overlap.both;
  // For a pattern without an automaton the codes of today are tried.
  return Object.values(commandCodes).find((code) => pattern.test(code));
};

/** No label of the site is a command label of the worker's page, printed with its prefix or typed without. */
export const checkCommandLabels: SiteRule = function* ({ formats, scan: { kinds }, pages }) {
  if (!pages) return;
  for (const name of ["zongpai", "boxNo", "location"] as const) {
    const { pattern } = formats[name];
    // Another rule reports a pattern that is wrong in itself.
    if (!isAnchored(pattern)) continue;
    const prefix = typeof kinds === "object" ? kinds[name] : "";
    const printed = alternativesOf(pattern).map(
      ({ raw }) => `^${escapeCharacters(prefix)}${raw.slice(1)}`,
    );
    const patterns = [pattern, new RegExp(printed.join("|"), pattern.unicode ? "u" : "")];
    const code = patterns.map(acceptedCommand).find((found) => found !== undefined);
    if (code !== undefined)
      yield [
        `formats.${name}`,
        `labels may be "${code}", a command label of the worker's page: let none begin with ${commandPrefix}. Where no label begins with X, ^(?!X) at the beginning does that`,
      ];
  }
};

/** A text that no request may have. */
const tooLongText = new RegExp(`^[^]{${maxTextLength + 1}}[^]*$`);

/** The formats whose patterns take more characters than a request may have. */
export const formatsBeyondRequests = (formats: Site["formats"]): string[] =>
  (["zongpai", "boxNo", "location"] as const).filter(
    (name) => typeof overlapOf(formats[name].pattern, tooLongText) === "object",
  );

/** Labels differ as the site says; no prefix begins with the prefix of another kind. */
export const checkScanKinds: SiteRule = function* (site) {
  const { kinds } = site.scan;
  if (kinds === "gs1") return;
  if (typeof kinds !== "object") return yield* overlapFaults(site);
  const prefixes = Object.entries(kinds).map(
    ([name, prefix]) => [`scan.kinds.${name}`, prefix] as const,
  );
  yield* repeatedEntryFaults(prefixes, (prefix) => `"${prefix}" is there twice`);
  for (const [path, prefix] of prefixes)
    for (const [, other] of prefixes)
      if (other !== prefix && other.startsWith(prefix)) yield [path, `"${other}" begins with it`];
};
