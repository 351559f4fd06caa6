import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scanSettings } from "#lib/page/scan-settings.ts";
import demo from "../../../../sites/demo.ts";
import { demoWith } from "../../../../test/site/demo-with.ts";
import { addReading, type ScannerReadings } from "../../src/worker/scan/scanner-readings.ts";
import { settingPlaces } from "../../src/worker/scan/scanner-settings.ts";
import { german, type Sending, strokesOf, textStrokes } from "./scanner-strokes.ts";

const onDemo = scanSettings(demo);
const bare = scanSettings(demoWith({ "scan.boxNo": [], "scan.zongpai": [], "scan.location": [] }));

/** The verdict after each label. There is a second between two. */
const verdictsOf = (labels: readonly string[], settings = onDemo, sending: Sending = {}) => {
  let readings: ScannerReadings | undefined;
  return labels.map((label, at) => {
    const strokes = strokesOf(`${label}[Enter]`, { ...sending, from: 1_000 * at });
    readings = addReading(readings, strokes, settings);
    return readings.verdict;
  });
};

test("says correct after three readings that are the same", () => {
  expect(verdictsOf(["PO4-1", "PO4-1", "PO4-1", "L1-A-3"], bare)).toEqual([
    ...["again", "again", "correct", "correct"],
  ]);
  expect(verdictsOf(["PO4-1", "PO4-1", "PO4-2", "PO4-1"], bare).at(-1)).toBe("again");
});

test("also needs a reading of a GS1 label where the site has some", () => {
  const three = ["PO4-1", "PO4-1", "PO4-1"];
  expect(verdictsOf([...three, "]C1241PO4-1"]).slice(2)).toEqual(["gs1", "correct"]);
  expect(verdictsOf(["]C1241PO4-1", ...three]).at(-1)).toBe("correct");
  expect(verdictsOf(["]C1241PO4-1", "]C1241PO4-1", "]C1241PO4-1"]).at(-1)).toBe("correct");
});

test("starts again after a fault", () => {
  const labels = ["PO4-1", "PO4-1", "PO4-1", "L1-A-3L1-A-3", "PO4-1"];
  expect(verdictsOf(labels, bare)).toEqual(["again", "again", "correct", "twice", "again"]);
  const lost = ["]C1241PO4-1", "PO4-1", "PO4-1", "]C1241PO4-1[Ctrl+]]3712"];
  expect(verdictsOf([...lost, "PO4-1", "PO4-1", "PO4-1"]).slice(3)).toEqual([
    ...["separatorKeys", "again", "again", "gs1"],
  ]);
});

test("says twice of a label that one pull of the trigger sends twice", () => {
  const [label, other] = [textStrokes("PO4-1\n", 10), textStrokes("PO4-1\n", 60)];
  const after = (...sent: (typeof label)[]) =>
    sent.reduce<ScannerReadings | undefined>(
      (before, strokes) => addReading(before, strokes, bare),
      undefined,
    )?.verdict;
  expect(after(label, label)).toBe("twice");
  expect(after(label, other)).toBe("twice");
  expect(after(label, textStrokes("PO4-1\n", 61))).toBe("again");
  expect(after(label, textStrokes("PO4-2\n", 10))).toBe("again");
});

test("needs no comparison once a hyphen proved that both keyboards are the same", () => {
  const both = { device: german, scanner: german };
  const shelves = demoWith({
    "scan.zongpai": [],
    "formats.location": { ...demo.formats.location, pattern: /^[A-Z][A-Z0-9-]{0,15}$/ },
  });
  const onShortShelves = { ...bare, fields: scanSettings(shelves).fields };
  expect(verdictsOf(["Y101", "L1-A-3", "Y101"], onShortShelves, both)).toEqual([
    "compare",
    "again",
    "again",
  ]);
  expect(verdictsOf(["Y101", "Y101", "Y101"], onShortShelves, both)).toEqual([
    ...["compare", "compare", "compare"],
  ]);
});

test("names only settings that docs/devices.md has", () => {
  const page = readFileSync(new URL("../../../../docs/devices.md", import.meta.url), "utf8");
  const verdicts = ["end", "prefix", "twice", "combination", "separatorKeys", "separator"] as const;
  const others = ["layout", "compare", "case", "identifier", "noIdentifier"] as const;
  for (const verdict of [...verdicts, ...others]) {
    const places = settingPlaces(verdict, "Enter");
    expect(places).toHaveLength(2);
    for (const place of places)
      for (const name of place.split(", ").slice(1)) expect(page).toContain(name);
  }
});
