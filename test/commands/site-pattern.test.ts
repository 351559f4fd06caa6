import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBounded } from "#lib/site/pattern-rules.ts";
import { exampleAnswers, faultsIn } from "../../commands/site-new/answers.ts";
import { areaRulesOf } from "../../commands/site-new/areas-of.ts";
import { formatOf, refusedNeighbours } from "../../commands/site-new/label-pattern.ts";
import { labelsFrom } from "../../commands/site-new/read-format.ts";

const labelPiece = fc.oneof(
  fc.integer({ min: 0, max: 99_999 }).map(String),
  fc.constantFrom(
    ..."A B PO BX l mm - -- / . _ : 0 00 + * $ ( ) [ ] ^ \\ | { } ? Ä 架 😀".split(" "),
  ),
);
const looksReal = fc
  .array(fc.array(labelPiece, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 })
  .map((labels) => labels.map((pieces) => pieces.join("")));
const anyText = fc
  .array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), { minLength: 1 })
  .map((labels) => labels.map((label) => label.replace(/[\s,;\p{Cc}\p{Cf}\p{Cs}]/gu, "") || "1"));

/** The faults that the form finds in a goods format alone. */
const formFaults = (format: ReturnType<typeof formatOf>) =>
  faultsIn(
    {
      ...exampleAnswers,
      scan: { kinds: "gs1", boxNo: [] },
      formats: { ...exampleAnswers.formats, zongpai: format },
    },
    ["formats.zongpai"],
  );

describe("the pattern of pasted labels", () => {
  it("takes every label, satisfies the form, and refuses the neighbours that are shown", () => {
    fc.assert(
      fc.property(
        fc.oneof(looksReal, anyText),
        fc.record({
          firstLetters: fc.constantFrom("words" as const, "any" as const),
          isExact: fc.boolean(),
        }),
        (labels, reading) => {
          const format = formatOf(labelsFrom(labels.join("\n")), reading);
          for (const label of labels) expect(label).toMatch(format.pattern);
          expect(formFaults(format)).toEqual([]);
          const neighbours = refusedNeighbours(format);
          expect(neighbours.length).toBeGreaterThan(1);
          for (const [text] of neighbours) expect(text).not.toMatch(format.pattern);
        },
      ),
      { numRuns: 80 },
    );
  });

  it("is a set of characters where the runs of several alphabets would be refused", () => {
    const labels = ["4928075985", "926689597921192POBX31433", ":27746Ä]", "17247A16399/33192"];
    const format = formatOf(labels, { firstLetters: "words", isExact: true });
    expect(format.pattern).toEqual(/^[/:0-9\p{Lu}\]]{8,24}$/u);
    expect(formFaults(format)).toEqual([]);
  });

  it.each([
    ["G1001 G20417 G33", /^G[0-9]{2,7}$/, "must be G and 2 to 7 digits"],
    ["0001 0417", /^[0-9]{4}$/, "must be 4 digits"],
    [
      "PO4 PO12-1",
      /^PO[0-9]{1,4}(?:-[0-9]{1,3})?$/,
      "must be PO and 1 to 4 digits, with or without a hyphen and 1 to 3 digits",
    ],
    ["PO1 SO2 PO3", /^(?:PO|SO)[0-9]{1,3}$/, "must be PO or SO and 1 to 3 digits"],
    ["a1 77 b-c", /^(?:[a-z](?:[0-9]{1,3}|-c)|[0-9]{2,4})$/, "must look like a1, 77 or b-c"],
  ])("of %j is %s, and its sentence is plain English", (labels, pattern, accepts) => {
    const [example] = labels.split(" ");
    expect(formatOf(labels.split(" "))).toEqual({ pattern, accepts, example });
  });

  it.each([
    ["G1001 G20417", /^G[0-9]{4,5}$/, "must be G and 4 to 5 digits"],
    ["340123450000000017", /^[0-9]{18}$/, "must be 18 digits"],
  ])("of %j with exactly these lengths is %s", (labels, pattern, accepts) => {
    const format = formatOf(labels.split(" "), { isExact: true });
    expect([format.pattern, format.accepts]).toEqual([pattern, accepts]);
  });

  it("takes any letters before a shelf, because another aisle may follow", () => {
    expect(formatOf(["AB-1", "AC-2", "AC-3"], { firstLetters: "any" }).pattern).toEqual(
      /^[A-Z]{2}-[0-9]{1,3}$/,
    );
  });

  it.each([
    ["HALLE-SÜD-1 HALLE-NORDOST-2", "HALLE-MÜLLER-3", "HALLE-Müller-3"],
    ["ÅL-1 ØL-2 AL-3 EL-4 IL-5", "ÆL-6", "æl-6"],
    ["склад-1 цех-22 двор-3", "зона-4", "ЗОНА-4"],
    ["仓库-1 架子-2", "货架-3", "AB-3"],
    ["คลัง1 ร้าน2 ครัว3", "ห้อง4", "A4"],
    ["SU\u0308D-1 NORD-2", "MU\u0308L-3", "mul-3"],
  ])("of %s takes other letters of its script, as in %s, and not %s", (labels, other, wrong) => {
    const format = formatOf(labels.split(" "), { firstLetters: "any" });
    for (const label of [...labels.split(" "), other]) expect(label).toMatch(format.pattern);
    expect(wrong).not.toMatch(format.pattern);
    expect(formFaults(format)).toEqual([]);
  });

  it("names letters outside of A to Z as letters in its sentence", () => {
    expect(formatOf(["SÜD-1", "NORD-2", "OST-3", "WEST-4", "ÄCKER-5"]).accepts).toBe(
      "must be 3 to 5 capital letters, a hyphen and 1 to 3 digits",
    );
    expect(formatOf(["仓1", "架子2"]).accepts).toBe("must be 1 to 2 letters and 1 to 3 digits");
  });

  it("of labels with A to Z alone has the short classes", () => {
    expect(formatOf(["AB-1", "CDE-2"], { firstLetters: "any" }).pattern.source).toBe(
      "^[A-Z]{2,3}-[0-9]{1,3}$",
    );
  });

  it("of labels of many kinds says their characters and lengths alone", () => {
    const labels = Array.from({ length: 30 }, (_, at) => `${"-x".repeat(at % 7)}${at}/Q${at}`);
    expect(formatOf(labels).pattern.source).toBe("^[\\-/0-9A-Za-z]{4,20}$");
  });

  it.each([
    ["", "must have at least one label"],
    ["G1 G2", '"G1 G2" has a blank'],
    [`G${"1".repeat(100)}`, "is longer than the 100 characters"],
    ["G\u202e1", "has a control character"],
  ])("is not made of %j", (text, why) => {
    expect(() => labelsFrom(text)).toThrow(why);
  });
});

it.each([
  ["A-1 C-2 B-10", ["A, B, C"]],
  ["L10-A L2-B", ["L2, L10", "L"]],
  ["AB01 AC02", ["AB, AC", "AB01, AC02", "A"]],
  ["1042 2001", ["1, 2"]],
  ["Ä1 Ö2 Ä33", ["Ä, Ö", "Ä1, Ä33, Ö2"]],
  ["HALLE-SÜD-1 BÜRO-WEST-2", ["BÜRO, HALLE", "B, H"]],
  ["仓-1 架-2", ["仓, 架"]],
  ["仓3-1 架1-2", ["仓3, 架1", "仓, 架"]],
  ["仓_B1_2 架_B2_1", ["仓, 架"]],
  ["*1", []],
])("of the shelves %j these areas are proposed: %j", (labels, areas) => {
  const rules = areaRulesOf(labels.split(" "));
  expect(rules.map((rule) => rule.areas.join(", "))).toEqual(areas);
  expect(rules.map(({ pattern }) => isBounded(pattern))).not.toContain(false);
});
