import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isAnchored, overlapOf } from "#lib/site/automata.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import { formatsBeyondRequests } from "#lib/site/pattern-rules.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "./demo-with.ts";
import odd from "./odd.ts";
import { testRefusals, textFormat } from "./refused.ts";

const zongpaiFormat = (pattern: RegExp, example: string) => ({
  "formats.zongpai": textFormat(pattern, example),
});
const unjudgedFormat = zongpaiFormat(/^([A-Z]+)-\1$/, "PO-PO");

testRefusals("patterns", [
  [{ "formats.boxNo": textFormat(/^(?!)$/, "BX4") }, ': does not match its own example "BX4"'],
  [zongpaiFormat(/PO[0-9]$/, "PO4"), ": must begin with ^"],
  [zongpaiFormat(/^PO|BX$/, "PO"), ": in each alternative"],
  [{ "formats.location": textFormat(/^[A-Z]*$/, "A") }, ": matches the empty text"],
  [zongpaiFormat(/^(a+)+$/, "aa"), ": backtracks without bound"],
  [zongpaiFormat(/^(?<a>x)\k<a>$/, "xx"), ": cannot be judged"],
  [zongpaiFormat(/^a$/i, "a"), ": no flag but u"],
  [{ "location.area": /^[A-Z]/ }, ": takes no area"],
  [{ "location.area": /^(([A-Z]+)+)-/ }, ": backtracks without bound"],
  [{ "location.areas": ["R", "S"] }, ': lacks "L'],
  [{ "location.otherAreas": { says: "not in L1, L2, L3 or L5" } }, ".says: does not name L6"],
  [
    { "location.areas": false, "location.otherAreas": { says: "no" } },
    "location.otherAreas: refuses every shelf",
  ],
]);

testRefusals("labels that never give a number, or that of two fields", [
  [
    { "scan.boxNo": [{ ai: "00", before: "BOX" }] },
    ": no label with (00) gives what formats.boxNo",
  ],
  [{ "scan.location": [{ ai: "414", before: "" }] }, ": no label with (414) gives"],
  [{ "scan.boxNo": [{ ai: "05", before: "" }] }, ".0.ai: 05 is not a GS1 application identifier"],
  [
    { "scan.boxNo": [{ ai: "241", before: "" }] },
    "scan.zongpai.0.ai: 241 already holds another field",
  ],
]);

testRefusals("labels that cannot be distinguished", [
  [
    { "formats.location": textFormat(/^[A-Z0-9]+(-[A-Z0-9]+){0,4}$/, "L1-A-3") },
    ': is accepted as zongpai too: let them exclude each other, or answer scan.kinds by prefixes or "gs1"',
  ],
  [
    { "formats.boxNo": textFormat(/^PO[0-9]-1$/, "PO4-1"), "scan.kinds": "formatsUnchecked" },
    ': "PO0-1" is accepted as zongpai too',
  ],
  [unjudgedFormat, "formats.boxNo: cannot be compared with formats.zongpai: write both plainly"],
  [{ "scan.kinds": { boxNo: "B:", zongpai: "B:", location: "S:" } }, ".zongpai: is there twice"],
  [{ "scan.kinds": { boxNo: "B", zongpai: "BG", location: "S" } }, '.boxNo: "BG" begins with it'],
]);

const anyLetters = /^[A-Z]{2,40}$/;
const prefixes = { boxNo: "B:", zongpai: "XTOUCHXB", location: "S:" };
testRefusals("labels that are command labels of the worker's page", [
  [zongpaiFormat(anyLetters, "PO"), ': labels may be "XTOUCHX'],
  [{ "formats.boxNo": textFormat(/^X([A-Z]+)$/, "XB") }, ': labels may be "XTOUCHX'],
  [{ "formats.location": textFormat(/^L[0-9]+$|^X[^-]{12}$/u, "L1") }, ': labels may be "XTOUCHX'],
  [zongpaiFormat(/^XTOUCHX(B)OX$/, "XTOUCHXBOX"), ': labels may be "XTOUCHXBOX"'],
  // A back reference has no automaton, so the form tries each code.
  [zongpaiFormat(/^XT(O)UCHXB\1X$/, "XTOUCHXBOX"), ': labels may be "XTOUCHXBOX"'],
  [
    { ...zongpaiFormat(/^[A-Z]{2}$/, "PO"), "scan.kinds": prefixes },
    'formats.zongpai: labels may be "XTOUCHXB',
  ],
]);

describe("formats", () => {
  test.each([
    ["without pages", { ...zongpaiFormat(anyLetters, "PO"), pages: false }],
    ["that leave command labels out", zongpaiFormat(/^(?!X)[A-Z]{2,40}$/, "PO")],
    ["with a prefix that no command has", { "scan.kinds": { ...prefixes, zongpai: "XG" } }],
  ])("may be as wide as they like on sites %s", (_, changes) => {
    expect(faultsOf(demoWith(changes))).toEqual([]);
  });

  const alike = { "formats.boxNo": textFormat(/^PO[0-9]$/, "PO4"), "scan.boxNo": [] };

  test.each([["gs1"], [{ boxNo: "B:", zongpai: "G:", location: "S:" }]])(
    "may overlap on a site that answers %j",
    (kinds) => {
      expect(faultsOf(demoWith({ ...alike, "scan.kinds": kinds }))).toEqual([]);
    },
  );

  test("are assumed exclusive where the site says so and no tool can decide", () => {
    const faults = faultsOf(demoWith({ ...unjudgedFormat, "scan.kinds": "formatsUnchecked" }));
    expect(faults.filter(([path]) => path === "formats.boxNo")).toEqual([]);
  });

  test("of demo and of the odd site exclude each other", () => {
    const patterns = [demo, odd].flatMap(({ formats: { zongpai, boxNo, location } }) =>
      [zongpai, boxNo, location].map(({ pattern }) => pattern),
    );
    const overlaps = patterns.flatMap((one, at) =>
      patterns.slice(at + 1).map((other) => overlapOf(one, other)),
    );
    expect(overlaps).toEqual(Array.from({ length: 15 }, () => "none"));
  });

  const part = fc.constantFrom(
    ...["A", "B", "AB", "[0-9]", "[A-C]", "[^A]", "-", "\\d", "\\w", "(A|-B)", "(?:B|C1)"],
    ...["(?!A)[A-C]", "\\.", "[-.]", "(?=B)[A-Z]"],
  );
  const counted = fc
    .tuple(part, fc.constantFrom("", "?", "+", "{1,3}", "*"))
    .map(([text, times]) => (text.startsWith("(?") ? text : text + times));
  const pattern = fc
    .array(fc.array(counted, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map(
      (alternatives) => new RegExp(alternatives.map((parts) => `^${parts.join("")}$`).join("|")),
    );
  const text = fc.string({ unit: fc.constantFrom("A", "B", "C", "1", "-", ".") });
  const texts = fc.array(text, { minLength: 40, maxLength: 40 });

  test("overlap or not, as decided, on every text", () => {
    fc.assert(
      fc.property(pattern, pattern, texts, (one, other, texts) => {
        const overlap = overlapOf(one, other);
        const bothTake = (text: string) => one.test(text) && other.test(text);
        if (overlap === "none") expect(texts.find(bothTake)).toBeUndefined();
        else expect(overlap).toSatisfy(({ both }) => bothTake(both));
      }),
      { numRuns: 500 },
    );
  });
});

// Patterns are made from text, because a linter would correct their deliberate mistakes.
test.each([
  ...["^(a|b)+$", "^a$|^b$", "^[|]$", "^a\\|b$", "^a\\\\$", "^[\\]|]$", "^\\(a$"].map((text) => [
    text,
    true,
  ]),
  ...["^ab", "ab$", "^a|b$", "a|^b$", "^a\\$", "^a\\\\\\$", "(?:^a|b)$", "^[a|b]|c$"].map(
    (text) => [text, false],
  ),
] as [string, boolean][])(
  "whether the pattern %s describes the whole text: %s",
  (source, whole) => {
    expect(isAnchored(new RegExp(source))).toBe(whole);
  },
);

test("notes a pattern that accepts more characters than a request can have", () => {
  const taking = (most: string) =>
    formatsBeyondRequests({
      ...demo.formats,
      boxNo: textFormat(new RegExp(`^BX[0-9]{1,${most}}$`), "BX4"),
    });
  expect([taking("98"), taking("99"), taking("")]).toEqual([[], ["boxNo"], ["boxNo"]]);
});

test("an overlap is found where only one of two patterns reads whole characters", () => {
  expect(overlapOf(/^[🪑]$/u, /^🪑$/)).toEqual({ both: "🪑" });
  expect(overlapOf(/^🪑$/, /^[🪑]$/u)).toEqual({ both: "🪑" });
});
