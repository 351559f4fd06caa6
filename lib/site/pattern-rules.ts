import { createRequire } from "node:module";
import { hasCheckDigit } from "#labels/check-digit.ts";
import { commandCodes, commandPattern, commandPrefix } from "#labels/command-codes.ts";
import { valueFactsOf } from "#labels/identifiers.ts";
import { maxTextLength } from "../fields.ts";
import { alternativesOf, escapeCharacters, isAnchored, overlapOf } from "./automata.ts";
import { repeatedEntryFaults, type SiteFault, type SiteRule } from "./rule.ts";
import type { Site } from "./schema.ts";

// An import would keep the text of it twice, which takes 5 MB more.
const load = createRequire(import.meta.url);
const { isSafePattern } = load("redos-detector") as typeof import("redos-detector");

/** The most ways in which one text may match: with more a hostile text takes too much time. */
const mostBacktracks = 100;

/**
 * Whether no text matches in more ways than `mostBacktracks`. A Unicode property counts as any character, so a harmless pattern with several
 * may be refused. @throws if the pattern cannot be judged
 */
export const isBounded = ({ source, unicode }: RegExp): boolean =>
  isSafePattern(source, { unicode, maxScore: mostBacktracks, timeout: 5_000 }).safe;

function* patternFaults(path: string, pattern: RegExp): Iterable<SiteFault> {
  if (!["", "u"].includes(pattern.flags)) yield [path, "may carry no flag but u"];
  try {
    if (!isBounded(pattern))
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
  { pattern, example, checkDigit }: Site["formats"]["zongpai"],
): Iterable<SiteFault> {
  yield* patternFaults(path, pattern);
  if (!isAnchored(pattern))
    yield [
      path,
      "must begin with ^ and end with $, in each alternative, or it would accept more than it describes",
    ];
  const copy = statelessCopy(pattern);
  if (!copy.test(example)) yield [path, `does not match its own example "${example}"`];
  else if (checkDigit && !hasCheckDigit(example))
    yield [path, `has a wrong check digit in its own example "${example}"`];
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
