import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import demo from "../../../../sites/demo.ts";
import { demoWith } from "../../../../test/site/demo-with.ts";
import odd from "../../../../test/site/odd.ts";
import { diagnoseScanner, isLabelRepeated } from "../../src/worker/scan/scanner-diagnosis.ts";
import { keyboardNameOf } from "../../src/worker/scan/scanner-keys.ts";
import { french, german, type Sending, strokesOf, textStrokes } from "./scanner-strokes.ts";

const onDemo = scanSettings(demo);
const onOdd = scanSettings(odd);
/** A site with shelves such as Y101, where a swapped letter makes another shelf. */
const onShortShelves = scanSettings(
  demoWith({ "formats.location": { ...demo.formats.location, pattern: /^[A-Z][A-Z0-9-]{0,15}$/ } }),
);
const sent = (label: string, sending: Sending = {}, settings = onDemo) =>
  diagnoseScanner(strokesOf(label, sending), settings);

test.each([
  ["PO4-1[Enter]", undefined],
  ["PO4-1[Tab]", undefined],
  ["PO4-1[Ctrl+M]", undefined],
  ["PO4-1[Ctrl+J]", undefined],
  ["PO4-1[Ctrl+I]", undefined],
  ["[Ctrl+B]PO4-1[Ctrl+C][Enter]", undefined],
  ["[Alt+0080][Alt+0079]4-1[Enter]", undefined],
  ["PO4-1", "end"],
  ["PO4-1PO4-1[Enter]", "twice"],
  ["L1-A-3L1-A-3[Enter]", "twice"],
  ["po4-1[Enter]", "case"],
  ["]X1PO4-1[Enter]", "noIdentifier"],
  ["241PO4-1[Enter]", "identifier"],
  ["key:demo=secret[Enter]", undefined],
  ["key:demo=secretkey:demo=secret[Enter]", "twice"],
  ["XTOUCHXBOX[Enter]", undefined],
  ["XTOUCHXBOXXTOUCHXBOX[Enter]", "twice"],
  ["xtouchxbox[Enter]", "case"],
  ["something[Enter]", "unknown"],
  ["]C1241PO4-1[Ctrl+]]3712[Enter]", "separatorKeys"],
  ["]C1241PO4-1[Ctrl+^]3712[Enter]", "separatorKeys"],
  ["]C1241PO4-1[Alt+0029]3712[Enter]", "separatorKeys"],
  ["]C1241PO4-1[Alt+029]3712[Enter]", "separatorKeys"],
  ["]C1241PO4-1[F9]3712[Enter]", "separatorKeys"],
  ["]C1241PO4-1[Ctrl+K]3712[Enter]", "separatorKeys"],
  ["L1-A[Ctrl+K]-3[Enter]", "combination"],
  ["L1-A[Delete]-3[Enter]", "combination"],
  ["L1-A-3[Alt+0128][Enter]", "combination"],
  ["]C1241PO4-1009521012345678903712[Enter]", "separator"],
  ["[Ctrl+A]PO4-1[Enter]", "prefix"],
  ["[F9][Ctrl+B]PO4-1[Enter]", "prefix"],
  ["[Ctrl+A][+60]PO4-1[Enter]", undefined],
])("for %s the fault is: %s", (label, fault) => expect(sent(label).fault).toBe(fault));

test("names the keys that stand before a label or inside it", () => {
  const namesIn = (label: string) => sent(label).strangers;
  expect(namesIn("[Ctrl+A]PO4-1[Enter]")).toEqual(["Ctrl+A"]);
  expect(namesIn("]C1241PO4-1[Ctrl+]]3712[Enter]")).toEqual(["Ctrl+]"]);
  expect(namesIn("]C1241PO4-1[Alt+0029]3712[Enter]")).toEqual(["Alt+0029"]);
  expect(namesIn("]C1241PO4-1[F9]3712[Enter]")).toEqual(["F9"]);
});

test("shows each key with its code, combinations and blanks included", () => {
  const { keys } = sent("A [Ctrl+]][Alt+0029]1[Enter]");
  expect(keys.map(({ name, code }) => [name, code])).toEqual([
    ["A", "KeyA"],
    [" ", "Space"],
    ["Ctrl+]", "BracketRight"],
    ["Alt+0029", ""],
    ["1", "Digit1"],
    ["Enter", "KeyEnter"],
  ]);
});

test("understands no label that came twice, or that an unknown key breaks", () => {
  expect(sent("L1-A-3L1-A-3[Enter]").isTaken).toBe(false);
  expect(sent("]C1241PO4-1[F9]3712[Enter]").isTaken).toBe(false);
  expect(sent("[Ctrl+A]PO4-1[Enter]").isTaken).toBe(false);
  const separated = sent("]C1241PO4-1[Ctrl+]]3712[Enter]");
  expect([separated.isTaken, separated.scan.elements]).toEqual([
    true,
    [
      { ai: "241", value: "PO4-1" },
      { ai: "37", value: "12" },
    ],
  ]);
});

test("leaves out keys that a person pressed before the label", () => {
  const { keys } = sent("[ArrowDown][+300][Ctrl+A][+51]PO4-1[Enter]");
  expect(keys[0]?.name).toBe("P");
});

test("reads a control character that arrives as a text", () => {
  const { fault, separators, kinds } = diagnoseScanner(
    textStrokes("]C1241PO4-1\u001d3712\n"),
    onDemo,
  );
  expect([fault, separators, kinds]).toEqual([undefined, ["\u001d"], ["zongpai"]]);
});

describe("compares keys with those of a US keyboard:", () => {
  test.each<[string, Sending, string | undefined]>([
    ["PO4-1[Enter]", { device: german }, "layout"],
    ["]C1241PO4-1[Enter]", { device: german }, "layout"],
    ["Y101[Enter]", { device: german }, "compare"],
    ["Y101[Enter]", { device: german, scanner: german }, "compare"],
    ["PO4-1[Enter]", { device: german, scanner: german }, undefined],
    ["X101[Enter]", { device: german }, undefined],
    ["PO1[Enter]", { device: french }, "layout"],
    ["A101[Enter]", { device: french }, "layout"],
    ["L1-A-3[Enter]", { capsLock: true }, "case"],
    ["Y-A-3[Enter]", { capsLock: true, device: german }, "layout"],
  ])("%s, sent as %o: %s", (label, sending, fault) => {
    expect(sent(label, sending, onShortShelves).fault).toBe(fault);
  });

  test("names the letters that it swaps, and the label that may be printed", () => {
    const { swaps, usText, kinds } = sent("Y101[Enter]", { device: german }, onShortShelves);
    expect([swaps, usText, kinds]).toEqual([["Y → Z"], "Y101", ["location"]]);
    expect(keyboardNameOf(swaps)).toBe("QWERTZ");
    expect(keyboardNameOf(sent("QA[Enter]", { device: french }).swaps)).toBe("AZERTY");
    expect(keyboardNameOf(["- → ß"])).toBeUndefined();
  });

  test("takes AltGr for an ordinary key", () => {
    const strokes = [{ key: "]", at: 0, held: "" }, ...strokesOf("C1241PO4-1[Enter]", { from: 1 })];
    expect(diagnoseScanner(strokes, onDemo).fault).toBeUndefined();
  });
});

test("requires the line end that the site names", () => {
  const tabs = scanSettings(demoWith({ "scan.trailing": ["TAB"] }));
  expect(sent("PO4-1[Enter]", {}, tabs).fault).toBe("end");
  expect(sent("PO4-1[Tab]", {}, tabs).fault).toBeUndefined();
  const enters = scanSettings(demoWith({ "scan.trailing": ["CR"] }));
  expect(sent("PO4-1[Tab]", {}, enters).fault).toBe("end");
  expect(sent("PO4-1[Ctrl+I]", {}, enters).fault).toBe("end");
});

test("takes a label that is its own double where the site allows it", () => {
  const digits = { ...demo.formats.zongpai, pattern: /^[0-9]{2,8}$/ };
  const site = { "formats.zongpai": digits, "scan.doubles": ["zongpai"] };
  expect(sent("1212[Enter]", {}, scanSettings(demoWith(site))).fault).toBeUndefined();
  const without = { ...site, "scan.doubles": [] };
  expect(sent("1212[Enter]", {}, scanSettings(demoWith(without))).fault).toBe("twice");
});

test("recognises a label sent two or more times, with or without its identifier", () => {
  const labels = [
    [onDemo, ""],
    [onDemo, "]C0"],
    [onOdd, ""],
    [onOdd, "]C1"],
  ] as const;
  fc.assert(
    fc.property(
      fc.constantFrom(...labels),
      fc.integer({ min: 1, max: 9_999 }),
      fc.integer({ min: 2, max: 5 }),
      ([settings, identifier], number, times) => {
        const label = settings === onOdd ? `90${number}` : `PO${number}-1`;
        const isLabel = (text: string) => isLabelRepeated(text, settings);
        if (settings === onDemo) {
          expect(isLabel((identifier + label).repeat(times))).toBe(true);
          expect(isLabel(identifier + label.repeat(times))).toBe(true);
        }
        expect(isLabel(`${identifier}${label}?`)).toBe(false);
        expect(isLabel(identifier + label)).toBe(false);
      },
    ),
  );
});
