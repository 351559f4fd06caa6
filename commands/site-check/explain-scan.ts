import { scanSettings } from "#lib/page/scan-settings.ts";
import type { Site } from "#lib/site/schema.ts";
import { notesOf } from "#scanner/scan/explain-scan.ts";
import { fieldOf, readScan, scannedFields } from "#scanner/scan/read-scan.ts";
import { printableOf } from "#scanner/scan/scan-text.ts";

const charactersByName: Readonly<Record<string, string>> = {
  GS: "\u001d",
  FNC1: "\u001d",
  RS: "\u001e",
  CR: "\r",
  LF: "\n",
  TAB: "\t",
  R: "\r",
  N: "\n",
  T: "\t",
  "\\": "\\",
};

const escapePattern = /\\x([0-9a-f]{2})|\\u([0-9a-f]{4})|\\([rnt\\])|<(GS|FNC1|RS|CR|LF|TAB)>/gi;

/** Replaces escapes with their control characters, which a terminal cannot type. */
export const unescapeScan = (text: string): string =>
  text.replace(
    escapePattern,
    (whole, short?: string, long?: string, letter?: string, name?: string) => {
      const code = short ?? long;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return charactersByName[(letter ?? name ?? "").toUpperCase()] ?? whole;
    },
  );

/** Prints how a site reads a scan, and why it would refuse it. Returns whether the scan has a field. */
export const explainScan = (site: Site, raw: string): boolean => {
  const settings = scanSettings(site);
  const characters = unescapeScan(raw);
  const scan = readScan(characters, settings);
  const notes = notesOf(characters, scan, settings);
  const readings = scannedFields.map((name) => ({ name, ...fieldOf(scan, name, settings) }));
  const meanings = readings.map((reading) => {
    const result = "value" in reading ? reading.value : `refused. ${reading.refused}`;
    return `As ${reading.name}: ${result}`;
  });
  const verdict = scan.refused === undefined ? meanings : [`Refused. ${scan.refused}`];
  console.log([`Scan: ${printableOf(characters)}`, ...notes, ...verdict].join("\n"));
  return readings.some((reading) => "value" in reading);
};
