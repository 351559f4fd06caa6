import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { faultsOf } from "#lib/site/check-site.ts";
import { isAnchored, overlapOf } from "#lib/site/pattern-rules.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "./changed.ts";
import odd from "./odd.ts";
import { format, refuses } from "./refused.ts";

refuses("patterns", [
  [
    { "formats.boxNo": format(/^(?!)$/, "BX4") },
    'formats.boxNo: does not match its own example "BX4"',
  ],
  [{ "formats.boxNo.example": "bx4" }, 'formats.boxNo: its own example "bx4"'],
  [{ "formats.zongpai": format(/PO[0-9]$/, "PO4") }, "formats.zongpai: must begin with ^"],
  [{ "formats.zongpai": format(/^PO[0-9]/, "PO4") }, "formats.zongpai: must begin with ^"],
  [{ "formats.zongpai": format(/^PO[0-9]\$/, "PO4$") }, "formats.zongpai: must begin with ^"],
  [{ "formats.zongpai": format(/^PO|BX$/, "PO") }, "formats.zongpai: in each alternative"],
  [{ "formats.location": format(/^[A-Z]*$/, "A") }, "formats.location: matches the empty text"],
  [{ "formats.zongpai": format(/^(a+)+$/, "aa") }, "formats.zongpai: backtracks without bound"],
  [{ "formats.zongpai": format(/^.*.*.*$/, "aa") }, "formats.zongpai: backtracks without bound"],
  [{ "formats.zongpai": format(/^(?<a>x)\k<a>$/, "xx") }, "formats.zongpai: cannot be judged"],
  [{ "formats.zongpai": format(/^a$/i, "a") }, "formats.zongpai: no flag but u"],
  [{ "formats.zongpai": format(/^a$/m, "a") }, "formats.zongpai: no flag but u"],
  [{ "formats.zongpai": format(/^a$/g, "a") }, "formats.zongpai: no flag but u"],
  [
    { "formats.zongpai": format(/^a\u200fb$/, "a\u200fb") },
    "formats.zongpai: no request may carry",
  ],
  [{ "formats.zongpai": format(/^a+$/, "a".repeat(257)) }, "formats.zongpai: longer than 100"],
  [
    { "formats.zongpai": format("^a$" as unknown as RegExp, "a") },
    "formats.zongpai.pattern: (§2: What does a zongpai look like?)",
  ],
  [{ "location.area": /^[A-Z]/ }, "location.area: takes no area"],
  [{ "location.area": /^([a-z]+)/ }, "location.area: takes no area"],
  [{ "location.areas": ["R", "S"] }, 'location.areas: lacks "L'],
  [{ "location.area": /^([A-Z]+)/g }, "location.area: no flag but u"],
  [{ "location.area": /^(([A-Z]+)+)-/ }, "location.area: backtracks without bound"],
]);

refuses("labels that cannot be told apart", [
  [
    { "formats.location": format(/^[A-Z0-9]+(-[A-Z0-9]+){0,4}$/, "L1-A-3") },
    "formats.location: is accepted as zongpai too: let them exclude each other, or mark labels by prefixes or by GS1 alone, and answer scan.kinds so",
  ],
  [
    { "formats.boxNo": format(/^[PB]O[0-9]{2}$/, "BO42") },
    'formats.boxNo: "PO00" is accepted as zongpai',
  ],
  [
    { "formats.location": format(/^L[0-9]$|^BX7$/, "L1"), "location.area": /^([A-Z]+)/ },
    'formats.location: "BX7" is accepted as boxNo too',
  ],
  [
    { "formats.zongpai": format(/^([A-Z]+)-\1$/, "PO-PO") },
    "formats.boxNo: cannot be compared with formats.zongpai: write both plainly",
  ],
  [
    { "formats.boxNo": format(/^PO[0-9]$/, "PO4"), "scan.kinds": "formatsUnchecked" },
    'formats.boxNo: "PO0" is accepted as zongpai too',
  ],
  [
    { "scan.kinds": { boxNo: "B:", zongpai: "B:", location: "S:" } },
    'scan.kinds.zongpai: "B:" is there twice',
  ],
  [
    { "scan.kinds": { boxNo: "B", zongpai: "BG", location: "S" } },
    'scan.kinds.boxNo: "BG" begins with it',
  ],
]);

describe("how labels differ", () => {
  const alike = { "formats.boxNo": format(/^PO[0-9]$/, "PO4") };

  test.each([["gs1"], [{ boxNo: "B:", zongpai: "G:", location: "S:" }]])(
    "formats may overlap on a site that answers %j",
    (kinds) => {
      expect(faultsOf(demoWith({ ...alike, "scan.kinds": kinds }))).toEqual([]);
    },
  );

  test("a site may say that formats exclude each other where nobody can decide it", () => {
    const changes = {
      "formats.zongpai": format(/^([A-Z]+)-\1$/, "PO-PO"),
      "scan.kinds": "formatsUnchecked",
    };
    expect(faultsOf(demoWith(changes)).filter(([path]) => path === "formats.boxNo")).toEqual([]);
  });

  test("every pair of formats of demo and of the odd site is decided, in milliseconds", async ({
    annotate,
  }) => {
    const patterns = [demo, odd].flatMap(({ formats: { zongpai, boxNo, location } }) => [
      zongpai.pattern,
      boxNo.pattern,
      location.pattern,
    ]);
    const start = performance.now();
    const overlaps = patterns.flatMap((one, at) =>
      patterns.slice(at + 1).map((other) => overlapOf(one, other)),
    );
    await annotate(`${overlaps.length} pairs in ${(performance.now() - start).toFixed(1)} ms`);
    expect(overlaps).toHaveLength(15);
    expect(overlaps.every((overlap) => overlap === "none")).toBe(true);
  });

  const part = fc.oneof(
    fc.constantFrom(
      "A",
      "B",
      "AB",
      "[0-9]",
      "[A-C]",
      "[^A]",
      "-",
      "\\d",
      "\\w",
      "(A|-B)",
      "(?:B|C1)",
    ),
    fc.constantFrom("(?!A)[A-C]", "\\.", "[-.]", "(?=B)[A-Z]"),
  );
  const counted = fc
    .tuple(part, fc.constantFrom("", "?", "+", "{1,3}", "*"))
    .map(([text, times]) => (text.startsWith("(?") ? text : text + times));
  const pattern = fc
    .array(fc.array(counted, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map(
      (alternatives) => new RegExp(alternatives.map((parts) => `^${parts.join("")}$`).join("|")),
    );

  test("what is decided of two patterns is true of every text", async ({ annotate }) => {
    const decided = { none: 0, both: 0, unjudged: 0 };
    fc.assert(
      fc.property(
        pattern,
        pattern,
        fc.array(fc.string({ unit: fc.constantFrom("A", "B", "C", "1", "-", ".") }), {
          minLength: 40,
          maxLength: 40,
        }),
        (one, other, texts) => {
          const overlap = overlapOf(one, other);
          decided[typeof overlap === "object" ? "both" : overlap] += 1;
          const found = texts.find((text) => one.test(text) && other.test(text));
          if (overlap === "none") expect(found).toBeUndefined();
          if (typeof overlap === "object")
            expect([one.test(overlap.both), other.test(overlap.both)]).toEqual([true, true]);
        },
      ),
      { numRuns: 2_000 },
    );
    await annotate(JSON.stringify(decided));
    expect(decided.unjudged).toBe(0);
  });
});

// Patterns are made from text, for a linter would correct what some of them are meant to get wrong.
test.each([
  ...["^ab$", "^(?:a|b)$", "^(a|b)+$", "^a$|^b$", "^[|]$", "^a\\|b$", "^a\\\\$", "^[(]a$"],
  ...["^[\\]|]$", "^\\(a$"],
])("the pattern %s describes the whole text", (source) => {
  expect(isAnchored(new RegExp(source))).toBe(true);
});

test.each([
  ...["ab", "^ab", "ab$", "^a|b$", "^a$|b", "a|^b$", "^a\\$", "^a\\\\\\$", "^(a|b$)", "(?:^a|b)$"],
  ...["^(a)|(b)$", "^[a|b]|c$"],
])("the pattern %s takes text around what it describes", (source) => {
  expect(isAnchored(new RegExp(source))).toBe(false);
});
