import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { doubleIn } from "#lib/site/automata.ts";
import type { Site } from "#lib/site/schema.ts";
import { labelNotes } from "../../commands/site-check/label-notes.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { demoWith } from "../site/demo-with.ts";
import odd from "../site/odd.ts";
import { textFormat } from "../site/refused.ts";

const notes = (site: Site) => [...labelNotes(site)].join("\n");

test("the formats of demo and plain take their codes, and no other label", () => {
  for (const site of [demo, plain]) expect(notes(site)).toBe("");
});

describe("site:check names a format that takes the double of a code", () => {
  const shelves = textFormat(/^[A-Z][0-9]{0,9}(-[A-Z0-9]{1,9}){0,4}$/, "L1-A-3");
  const boxes = textFormat(/^[0-9]{2,8}$/, "12");
  test.each([
    [
      "that scanners refuse",
      { "formats.location": shelves },
      'formats.location accepts "A-0A-0", which a scanner sends that reads the label "A-0" twice. Such a scan is refused.',
    ],
    [
      "that the site lists",
      { "formats.boxNo": boxes, "scan.doubles": ["boxNo"] },
      'formats.boxNo accepts "0000", which a scanner sends that reads the label "00" twice. scan.doubles lists boxNo',
    ],
    [
      "of another kind",
      {
        "formats.boxNo": textFormat(/^[0-9]{2}$/, "12"),
        "formats.zongpai": textFormat(/^[0-9]{4}$/, "1234"),
      },
      'formats.zongpai accepts "0000", which a scanner sends that reads the label "00" twice.',
    ],
    [
      "with its prefix",
      {
        "formats.boxNo": textFormat(/^[A-Z0-9:]{2,9}$/, "B1"),
        "scan.kinds": { boxNo: "B:", zongpai: "G:", location: "S:" },
      },
      'formats.boxNo accepts "00B:00", which a scanner sends that reads the label "B:00" twice.',
    ],
  ] as const)("%s", (_, answers, note) => expect(notes(demoWith(answers))).toContain(note));

  it("with the GS1 identifier between", () => {
    expect(notes(odd)).toContain(
      'formats.boxNo accepts "kiste_02400", which a scanner sends that reads the label "2400" twice.',
    );
  });
});

test("site:check names the foreign labels that a format takes", () => {
  const site = demoWith({ "formats.location": textFormat(/^[A-Z][0-9]{1,4}$/, "L1") });
  expect(notes(site)).toContain(
    'formats.location accepts labels of other companies, which a scanner may read on a parcel: "Q1" (a quantity), "P4711" (a customer\'s part number), "S4711" (a serial number), "V4711" (a supplier), "K4711" (a purchase order).',
  );
  const numbers = demoWith({ "formats.boxNo": textFormat(/^[0-9]{1,20}$/, "12") });
  expect(notes(numbers)).toMatch(
    /formats\.boxNo accepts .*"96385074" \(an EAN-8\).*"20261128" \(a date\)/,
  );
});

test("site:check names a format whose longest code its identifier cannot have", () => {
  const site = demoWith({
    "formats.zongpai": textFormat(/^PO[0-9]{1,29}$/, "PO4"),
    "scan.zongpai": [
      { ai: "241", before: "" },
      { ai: "90", before: "PO" },
    ],
  });
  expect(notes(site)).toMatch(
    /formats\.zongpai accepts "PO0{29}", but a label with \(241\) has at most 30 characters\./,
  );
  expect(notes(site)).not.toContain("(90)");
});

test("the double that is found is one", () => {
  const patterns = [
    /^[0-9]{2,8}$/,
    /^[A-C]{1,3}(-[0-9]{1,2}){0,2}$/,
    /^(AB|BA)*$/,
    /^[a-zäö]{2,5}\/[0-9]{1,3}$/u,
    /^X.{0,9}$/,
  ];
  const pattern = fc.constantFrom(...patterns);
  const text = fc.constantFrom("", "A", "-1", "12", "X");
  fc.assert(
    fc.property(pattern, pattern, text, text, (part, whole, start, between) => {
      const found = doubleIn(part, whole, { start, between });
      if (found === undefined) return;
      expect(start + found).toMatch(part);
      expect(start + found + between + found).toMatch(whole);
    }),
  );
  expect(patterns.map((one) => doubleIn(one, one, {}))).toEqual(["00", "A", "AB", undefined, "X"]);
});

test("a double is found where only one of two patterns reads whole characters", () => {
  expect(doubleIn(/^[🪑]$/u, /^🪑🪑$/, {})).toBe("🪑");
  expect(doubleIn(/^🪑$/, /^[🪑]{2}$/u, {})).toBe("🪑");
});

test("a double is found behind a text of which another begins the same way", () => {
  expect(doubleIn(/^[ab]c$/, /^[ab]c(ad|bc)?$/, {})).toBe("bc");
});

test.each([/^(AA|BBBB|CCCCCC)$/, /^(CCCCCC|BBBB|AA)$/])(
  "the shortest double is found in %s",
  (whole) => {
    expect(doubleIn(/^(A|BB|CCC)$/, whole, {})).toBe("A");
  },
);
