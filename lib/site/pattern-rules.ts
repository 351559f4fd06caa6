import { isSafePattern } from "redos-detector";
import { Text } from "../domain/value.ts";
import { longestText } from "../fields.ts";
import { isAnchored } from "./anchored.ts";
import { type Fault, type Rule, when } from "./rule.ts";
import type { Site } from "./schema.ts";

/** The score of a pattern counts the ways in which one text can match. Above this limit, a hostile text takes too much time. */
const mostBacktracks = 100;

const hostile = (pattern: RegExp): string | undefined => {
  try {
    const { safe } = isSafePattern(pattern.source, {
      unicode: pattern.unicode,
      maxScore: mostBacktracks,
      timeout: 5_000,
    });
    return safe
      ? undefined
      : "backtracks without bound on hostile text: let no two neighbouring parts take the same characters";
  } catch {
    return "cannot be judged: write it without named groups, back references and other rare constructs";
  }
};

const judged = (path: string, pattern: RegExp): Fault[] => {
  const fault = hostile(pattern);
  return [
    ...when(!["", "u"].includes(pattern.flags), path, "may carry no flag but u"),
    ...(fault === undefined ? [] : [{ path, fault }]),
  ];
};

/** With some flags `test` remembers where it stopped; a copy without flags does not. */
const plain = ({ source, unicode }: RegExp) => new RegExp(source, unicode ? "u" : "");

const format = (path: string, { pattern, example }: Site["formats"]["zongpai"]): Fault[] => [
  ...judged(path, pattern),
  ...when(
    !isAnchored(pattern),
    path,
    "must begin with ^ and end with $, in each alternative, or it would accept text around what it describes",
  ),
  ...when(
    !plain(pattern).test(example),
    path,
    `does not match its own example "${example}"; a pattern that matches nothing serves nobody`,
  ),
  ...when(plain(pattern).test(""), path, "matches the empty text"),
  ...when(
    !Text("").safeParse(example).success,
    path,
    `its example is longer than ${longestText} characters, or holds characters that no request may carry`,
  ),
];

export const patterns: Rule = ({ formats, location: { area, areas } }) => {
  const ofExample = plain(area).exec(formats.location.example)?.[1];
  return [
    ...format("formats.zongpai", formats.zongpai),
    ...format("formats.boxNo", formats.boxNo),
    ...format("formats.location", formats.location),
    ...judged("location.area", area),
    ...when(
      !ofExample,
      "location.area",
      `takes no area from "${formats.location.example}": its first group must match part of it`,
    ),
    ...when(
      ofExample !== undefined && areas !== false && !areas.includes(ofExample),
      "location.areas",
      `lacks "${ofExample}", the area of "${formats.location.example}": what is there would not be counted`,
    ),
  ];
};
