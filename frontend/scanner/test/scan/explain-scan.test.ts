import { expect, test } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { notesOf } from "#scanner/scan/explain-scan.ts";
import { readScan } from "#scanner/scan/read-scan.ts";
import { unescapeScan } from "../../../../commands/site-check/explain-scan.ts";
import demo from "../../../../sites/demo.ts";

const settings = scanSettings(demo);

test.each([
  ["PO4-1", ["It is a bare value."]],
  [
    " PO4-1\\r",
    [
      "The scanner added <0x0d> at the end.",
      "Blanks at its ends are no part of it.",
      "It is a bare value.",
    ],
  ],
  ["ＰＯ４-1", ["Its full-width characters are read as plain ones.", "It is a bare value."]],
  [
    "]C0XTOUCHXBOX",
    [
      "It is a command label of the worker's page.",
      "]C0 names the symbology.",
      "It is a bare value.",
    ],
  ],
  [
    "]C1241PO4-1",
    ["]C1 names the symbology, and that GS1 element strings follow.", "(241): PO4-1"],
  ],
  ["<FNC1>241PO4-1", ["It begins with FNC1: GS1 element strings follow.", "(241): PO4-1"]],
  ["]Z9PO4-1", ["]Z9 names the symbology."]],
])("%s is explained", (typed, notes) => {
  const raw = unescapeScan(typed);
  expect(notesOf(raw, readScan(raw, settings), settings)).toEqual(notes);
});
