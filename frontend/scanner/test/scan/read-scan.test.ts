import { describe, expect, it, test } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import {
  fieldOf,
  fieldReader,
  gs1Symbologies,
  kindsOf,
  readScan,
  type ScannedField,
} from "#scanner/scan/read-scan.ts";
import { readWedge } from "#scanner/scan/wedge.ts";
import { unescapeScan } from "../../../../commands/site-check/explain-scan.ts";
import demo from "../../../../sites/demo.ts";
import { demoWith } from "../../../../test/site/demo-with.ts";
import odd from "../../../../test/site/odd.ts";
import { textFormat } from "../../../../test/site/refused.ts";

const alike = /^[A-Z0-9]{2,8}$/;
const overlapping = {
  "formats.zongpai": textFormat(alike, "PO4"),
  "formats.boxNo": textFormat(alike, "BX4"),
  "formats.location": textFormat(alike, "L1"),
};
const settings = {
  demo: scanSettings(demo),
  odd: scanSettings(odd),
  prefixed: scanSettings(
    demoWith({ ...overlapping, "scan.kinds": { boxNo: "B:", zongpai: "G:", location: "S:" } }),
  ),
  gs1: scanSettings(demoWith({ ...overlapping, "scan.kinds": "gs1" })),
};

const sscc = "340123450000000017";

const scanOf = (site: keyof typeof settings, raw: string) =>
  readScan(unescapeScan(raw), settings[site]);
const taken = (site: keyof typeof settings, raw: string, field: ScannedField) => {
  const reading = fieldOf(scanOf(site, raw), field, settings[site]);
  return "value" in reading ? reading.value : `refused: ${reading.refused}`;
};

// GS1 General Specifications, section 5.1.2.
test("the symbologies with element strings are those of GS1", () => {
  const identifiers = ["]C1", "]e0", "]e1", "]e2", "]d2", "]Q3", "]J1"];
  expect([...gs1Symbologies].toSorted()).toEqual(identifiers.toSorted());
});

test("the reader of a field takes its own labels, and names another kind", () => {
  const read = fieldReader(settings.demo);
  expect(["PO4-1", "L1-A-3"].map((raw) => read("zongpai", raw))).toEqual([
    { value: "PO4-1" },
    { refused: "This label is a location, no zongpai." },
  ]);
});

describe("what a scanner sends", () => {
  test.each([
    ["demo", "BX4\\r\\n", "box_no", "BX4"],
    ["demo", "]C0BX4", "box_no", "BX4"],
    ["demo", "]Q1PO4-1\\r", "zongpai", "PO4-1"],
    ["demo", `]C100${sscc}`, "box_no", `BX${sscc}`],
    ["demo", `]C1<FNC1>00${sscc}\\r`, "box_no", `BX${sscc}`],
    ["demo", "]d2241PO4-1<GS>254L1-A-3", "location", "L1-A-3"],
    ["demo", "]d221PO4-1\\x1d10LOT", "zongpai", "PO4-1"],
    // On this site, the digits of a label without any mark are a bare value.
    ["demo", `BX00${sscc}`, "box_no", `BX00${sscc}`],
    ["demo", "https://id.gs1.org/01/09506000134352/21/PO4-1?17=261231&lot=x", "zongpai", "PO4-1"],
    ["demo", `]Q1HTTP://EXAMPLE.ORG/labels/00/${sscc}/\\r`, "box_no", `BX${sscc}`],
    ["demo", "https://a.example/414/9506000134352/254/L1-A%2D3#x", "location", "L1-A-3"],
    [
      "demo",
      "https://a.example/01/09506000134351/21/PO4-1",
      "zongpai",
      "refused: (01): 09506000134351 has the check digit 1 where 2 belongs.",
    ],
    [
      "demo",
      "https://a.example/PO4-1",
      "zongpai",
      "refused: https://a.example/PO4-1 is no zongpai: it must be PO and up to three groups of 1 to 10 digits, joined by hyphens.",
    ],
    [
      "odd",
      "https://a.example/01/09506000134352/90/1234",
      "zongpai",
      'refused: "http" begins with no GS1 application identifier.',
    ],
    ["odd", "2407", "box_no", "kiste_7"],
    ["odd", "2407|901234", "zongpai", "ab.1234"],
    ["odd", "]e09112\\n", "location", "süd/12"],
    ["odd", "]E0kiste_7", "box_no", "kiste_7"],
    [
      "demo",
      "]X1BX4",
      "box_no",
      "refused: Labels with the symbology identifier ]X1 are not used at this site.",
    ],
    ["demo", "]C1241PO4-1", "box_no", "refused: This label carries no box number."],
    [
      "demo",
      "]C1241PO4-1<GS>21PO5-1",
      "zongpai",
      "refused: This label carries more than one zongpai: PO4-1 and PO5-1.",
    ],
    ["demo", "B\\x1dX4", "box_no", 'refused: "B<FNC1>X4" holds a control character.'],
    [
      "demo",
      "bx4",
      "box_no",
      "refused: bx4 is no box number: it must be BX and up to 20 digits, with or without a hyphen and up to 10 more.",
    ],
    [
      "odd",
      "2407\\r",
      "box_no",
      "refused: (240): 7<0x0d> may hold the characters that GS1 allows.",
    ],
  ] as const)("on %s, %s as %s is %s", (site, raw, field, value) =>
    expect(taken(site, raw, field)).toBe(value),
  );
});

describe("what a label is", () => {
  test.each([
    ["demo", "PO4-1\\r", ["zongpai"]],
    ["demo", "L1-A-3", ["location"]],
    ["demo", "]C100340123450000000017", ["box_no"]],
    ["demo", "]d2241PO4-1<GS>254L1-A-3", ["zongpai", "location"]],
    ["odd", "]E0kiste_7", ["box_no"]],
    ["odd", "9112", ["location"]],
    ["prefixed", "G:A17", ["zongpai"]],
    ["prefixed", "S:A17", ["location"]],
    ["prefixed", "A17", []],
    ["gs1", "A17", ["box_no", "zongpai", "location"]],
    ["gs1", "]C1241A17", ["zongpai"]],
  ] as const)("on %s, %s is %j", (site, raw, kinds) => {
    expect(kindsOf(scanOf(site, raw), settings[site])).toEqual(kinds);
  });

  it("is read without the prefix that marks it", () => {
    expect(fieldOf(scanOf("prefixed", "S:A17"), "location", settings.prefixed)).toEqual({
      value: "A17",
    });
    expect(fieldOf(scanOf("prefixed", "G:A17"), "location", settings.prefixed)).toEqual({
      refused: "This label carries no location.",
    });
  });
});

describe("a label that came twice in one", () => {
  test.each([
    ["demo", "]C1241PO4-1]C1241PO4-1", "zongpai", "241PO4-1"],
    ["odd", "]E0kiste_7]E0kiste_7\\n", "box_no", "kiste_7"],
  ] as const)("on %s, %s is recognised and said", (site, raw, field, label) => {
    expect(fieldOf(scanOf(site, raw), field, settings[site])).toEqual({
      refused: `${label} came twice in one: the scanner sends it on two ways, switch one of them off.`,
    });
    expect(kindsOf(scanOf(site, raw), settings[site])).toEqual([]);
  });

  it("is no fault where the whole text is a valid value", () => {
    expect(fieldOf(scanOf("gs1", "1212"), "box_no", settings.gs1)).toEqual({ value: "1212" });
  });
});

test.each(["key:boss=0123456789abcdef", "]Q1key:0123456789abcdef\r"])(
  "the card of a key is no label, and is shown nowhere: %j",
  (raw) => {
    for (const site of Object.values(settings)) {
      const { key, ...scan } = readScan(raw, site);
      expect(key).toContain("0123456789abcdef");
      expect(JSON.stringify([scan, fieldOf({ ...scan, key }, "location", site)])).not.toContain(
        "0123",
      );
      expect(kindsOf(scan, site)).toEqual([]);
    }
  },
);

test("refuses a site whose scanners add nothing after a label", () => {
  const nothing = { addEventListener() {}, removeEventListener() {}, value: "", focus() {} };
  const options = { input: nothing, document: nothing, onScan: () => {} };
  expect(() => readWedge({ ...options, settings: { trailing: [] } })).toThrow("Enter or Tab");
});
