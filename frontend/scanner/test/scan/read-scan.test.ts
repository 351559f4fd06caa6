import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { gs1Symbologies } from "#scanner/scan/parse-scan.ts";
import {
  fieldOf,
  fieldReader,
  kindsOf,
  readScan,
  type ScannedField,
  scannedFields,
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
  doubles: scanSettings(
    demoWith({ ...overlapping, "scan.kinds": "gs1", "scan.doubles": ["boxNo"] }),
  ),
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
    ["demo", `BX${sscc}`, "box_no", `BX${sscc}`],
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
      "refused: https://a.example/PO4-1 is no zongpai: it must be PO, 1 to 8 digits, a hyphen and 1 to 4 digits.",
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
      "BX",
      "box_no",
      "refused: BX is no box number: it must be BX and 1 to 8 digits, or BX and the 18 digits of an SSCC.",
    ],
    [
      "odd",
      "2407\\r",
      "box_no",
      "refused: (240): 7<0x0d> may hold only the characters that GS1 allows.",
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

describe("a label that came more than once in one", () => {
  test.each([
    ["demo", "]C1241PO4-1]C1241PO4-1", "241PO4-1"],
    ["demo", "L1-A-3L1-A-3", "L1-A-3"],
    ["demo", "L1-A-3L1-A-3L1-A-3\\r", "L1-A-3"],
    ["demo", "]C0L1-A-3L1-A-3", "L1-A-3"],
    ["demo", "L1-A-3]Q1L1-A-3", "L1-A-3"],
    ["demo", "L1-A-3   L1-A-3   ", "L1-A-3"],
    ["demo", "\\ufeffPO4-1\\ufeffPO4-1", "PO4-1"],
    ["demo", "]Q2\\\\000026PO4-1]Q2\\\\000026PO4-1", "PO4-1"],
    ["demo", "ＰＯ４－１ＰＯ４－１", "PO4-1"],
    ["demo", `]C100${sscc}00${sscc}`, `00${sscc}`],
    ["demo", "<FNC1>241PO4-1<FNC1>241PO4-1", "241PO4-1"],
    ["demo", "<FNC1>241PO4-1241PO4-1", "241PO4-1"],
    [
      "demo",
      "https://a.example/00/340123450000000017https://a.example/00/340123450000000017",
      `00${sscc}`,
    ],
    ["odd", "]E0kiste_7]E0kiste_7\\n", "kiste_7"],
    ["odd", "901234901234", "901234"],
    ["prefixed", "S:A17S:A17", "S:A17"],
  ] as const)("on %s, %s is refused", (site, raw, label) => {
    for (const field of scannedFields)
      expect(fieldOf(scanOf(site, raw), field, settings[site])).toEqual({
        refused: `${label} came more than once in one: the scanner sends it on two ways, switch one of them off.`,
      });
    expect(kindsOf(scanOf(site, raw), settings[site])).toEqual([]);
  });

  const ofOneLabel = fc.constantFrom<readonly [keyof typeof settings, string]>(
    ...([
      ["demo", "L1-A-3"],
      ["demo", "BX4"],
      ["demo", "PO4-12"],
      ["gs1", "A17"],
      ["gs1", "2407"],
      ["prefixed", "G:A17"],
      ["odd", "2407"],
      ["odd", "9112"],
    ] as const),
  );
  const before = fc.constantFrom("", "]C0", "]A0", " ", "\ufeff");

  it("is no label, however often it came and whatever is before each copy", () => {
    fc.assert(
      fc.property(
        ofOneLabel,
        fc.array(before, { minLength: 2, maxLength: 5 }),
        ([site, label], leads) => {
          fc.pre(site !== "odd" || leads.every((lead) => lead.trim() === ""));
          const raw = leads.map((lead) => lead + label).join("");
          const kinds = kindsOf(scanOf(site, raw), settings[site]);
          expect(kinds.filter((kind) => !settings[site].doubles?.includes(kind))).toEqual([]);
        },
      ),
    );
  });

  it("is a code where the site says that its codes may be such", () => {
    const scan = scanOf("doubles", "1212");
    expect(fieldOf(scan, "box_no", settings.doubles)).toEqual({ value: "1212" });
    expect(kindsOf(scan, settings.doubles)).toEqual(["box_no"]);
    expect(kindsOf(scanOf("gs1", "1212"), settings.gs1)).toEqual([]);
    expect(taken("odd", "24072407", "box_no")).toBe("kiste_72407");
  });

  it("is no error where the part is no label", () => {
    expect(kindsOf(scanOf("gs1", "1a1a"), settings.gs1)).toEqual([]);
    expect(taken("gs1", "AA", "location")).toBe("AA");
    // Two elements in one label that say the same are one.
    expect(taken("demo", "]C1241PO4-1<GS>241PO4-1", "zongpai")).toBe("PO4-1");
  });
});

describe("a label that is surrounded by what a printer or a device adds", () => {
  test.each([
    ["demo", "L1-A-3   ", "location", "L1-A-3"],
    ["demo", "  \\ufeffL1-A-3 \\r\\n", "location", "L1-A-3"],
    ["demo", "L1-A-3\\r  ", "location", "L1-A-3"],
    ["demo", " ]C0  PO4-1", "zongpai", "PO4-1"],
    ["demo", "]C1241PO4-1  ", "zongpai", "PO4-1"],
    ["odd", "\\ufeff2407 ", "box_no", "kiste_7"],
    ["demo", "]Q2\\\\000026PO4-5", "zongpai", "PO4-5"],
    ["demo", "]Q2\\\\000003PO\\\\0000264-5\\r", "zongpai", "PO4-5"],
    ["demo", "]d4\\\\000026BX4", "box_no", "BX4"],
    ["demo", "]Q4\\\\000026241PO4-1<GS>254L1-A-3", "location", "L1-A-3"],
    ["demo", `]d5\\\\00002600${sscc}`, "box_no", `BX${sscc}`],
    [
      "demo",
      "]Q2https://a.example/254/L1?254=L1",
      "location",
      "refused: https://a.example/254/L1?254=L1 is no location: it must be L and 1 or 2 digits, 1 or 2 capital letters, and 1 to 3 digits, joined by hyphens.",
    ],
    [
      "odd",
      "]Q4\\\\0000262407",
      "box_no",
      "refused: Labels with the symbology identifier ]Q4 are not used at this site.",
    ],
    [
      "demo",
      "]Q2PO\\\\\\\\4",
      "zongpai",
      "refused: PO\\4 is no zongpai: it must be PO, 1 to 8 digits, a hyphen and 1 to 4 digits.",
    ],
    [
      "demo",
      "]Q2PO4\\\\-1",
      "zongpai",
      'refused: "PO4\\-1" has a backslash that names no character set.',
    ],
    ["demo", "ＰＯ４－８", "zongpai", "PO4-8"],
    ["demo", "PO４-8\\u3000", "zongpai", "PO4-8"],
    ["demo", "］Ｃ１２４１ＰＯ４－１", "zongpai", "PO4-1"],
  ] as const)("on %s, %s as %s is %s", (site, raw, field, value) =>
    expect(taken(site, raw, field)).toBe(value),
  );

  it("keeps full-width characters that belong to a code of the site", () => {
    const wide = scanSettings(
      demoWith({
        "formats.location": textFormat(/^Ｒ[0-9]{1,3}$/, "Ｒ1"),
        "location.area": /^(Ｒ)/,
      }),
    );
    expect(fieldOf(readScan("Ｒ12", wide), "location", wide)).toEqual({ value: "Ｒ12" });
    expect(readScan("R12", wide).cause).toBeUndefined();
  });
});

describe("a refused label says what is probably wrong", () => {
  test.each([
    ["demo", "l1-a-3", "capsLock"],
    ["demo", "]c1241po4-1", "capsLock"],
    ["odd", "]e0KISTE_7", "capsLock"],
    ["odd", "SÜD/12", undefined],
    ["demo", "KEY:SECRET", "capsLock"],
    ["demo", "\\u200bkey:secret", "unseen"],
    ["demo", "PO4 - 8Ｘ", "inputMethod"],
    ["demo", "PO4。8", "inputMethod"],
    ["demo", "PO4\\u200b-1", "unseen"],
    ["demo", "PO4-1\\u00a0", "unseen"],
    ["demo", "PO4\\x02-1", "unseen"],
    ["demo", "]C1241PO4-1<GS>37X", undefined],
    ["demo", "PO4-", undefined],
  ] as const)("on %s, %s: %s", (site, raw, cause) => {
    expect(scanOf(site, raw).cause).toBe(cause);
    expect(kindsOf(scanOf(site, raw), settings[site])).toEqual([]);
  });

  it("of the keyboard, if the caller knows that Caps Lock is on", () => {
    const read = (raw: string, capsLock: boolean) => readScan(raw, settings.demo, { capsLock });
    expect([read("zz-9", true).cause, read("zz-9", false).cause]).toEqual(["capsLock", undefined]);
    expect(read("0417", true).cause).toBeUndefined();
    expect(kindsOf(read("L1-A-3", true), settings.demo)).toEqual(["location"]);
  });

  it("with Caps Lock on, a code is refused whose swapped letters are one", () => {
    const both = scanSettings(
      demoWith({ "formats.zongpai": textFormat(/^[Pp][Oo][0-9]{1,9}$/, "PO4") }),
    );
    const kinds = (raw: string, capsLock: boolean) =>
      kindsOf(readScan(raw, both, { capsLock }), both);
    expect([kinds("PO4", false), kinds("PO4", true)]).toEqual([["zongpai"], []]);
  });

  it("with invisible characters by name", () => {
    expect(taken("demo", "PO4\\u200b-1\\u00a0", "zongpai")).toMatch(
      /^refused: PO4<U\+200B>-1<U\+00A0> is no /,
    );
  });
});

test.each([
  "KEY:boss=0123456789abcdef",
  "Key:0123456789abcdef",
  "]q1KEY:0123456789ABCDEF",
  "ｋｅｙ：０１２３456789abcdef",
  "\u200bkey:0123456789abcdef",
  "］Ｑ１ｋｅｙ：0123456789abcdef",
  "L1-A-key:0123456789abcdef",
])("what begins like the card of a key is shown nowhere: %j", (raw) => {
  for (const site of Object.values(settings)) {
    const { text, ...scan } = readScan(raw, site);
    const said = scannedFields.map((field) => fieldOf({ ...scan, text }, field, site));
    expect(JSON.stringify([scan, said])).not.toMatch(/01|０１/);
    expect(scan.key).toBeUndefined();
  }
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
      expect(scan.symbology).toBe(raw.startsWith("]") ? "]Q1" : undefined);
    }
  },
);

test.each(["key:boss=0123key:boss=0123", "]Q1key:0123]Q1key:0123", "key:a=0123key:b=0124"])(
  "a card that came twice in one has no key: %j",
  (raw) => {
    for (const site of Object.values(settings)) {
      const scan = readScan(raw, site);
      expect(scan.key).toBeUndefined();
      expect(scan.doubled?.text).toBe("key:…");
      expect(fieldOf(scan, "location", site)).toHaveProperty(
        "refused",
        expect.stringContaining("more than once"),
      );
      expect(JSON.stringify(scan)).not.toContain("012");
    }
  },
);

test("refuses a site whose scanners add nothing after a label", () => {
  const nothing = { addEventListener() {}, removeEventListener() {}, value: "", focus() {} };
  const options = { input: nothing, document: nothing, onScan: () => {} };
  expect(() => readWedge({ ...options, settings: { trailing: [] } })).toThrow("Enter or Tab");
});
