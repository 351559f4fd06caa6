import type { LabelCommand } from "#labels/command-codes.ts";
import { commandIn } from "#scanner/scan/command-label.ts";
import {
  kindsOf,
  readScan,
  type Scan,
  type ScannedField,
  type ScanSettings,
} from "#scanner/scan/read-scan.ts";

/** A key press, or a character of a text: its value, its time in milliseconds, and the character of that key on a US keyboard. */
export type KeyStroke = {
  readonly key: string;
  readonly at: number;
  readonly us?: string | undefined;
  readonly isText?: boolean;
};

/** A wrong setting of the scanner. */
type ScannerSetting = "end" | "twice" | "layout" | "case" | "identifier" | "noIdentifier";
export type ScannerDiagnosis = {
  readonly scan: Scan;
  readonly kinds: readonly ScannedField[];
  readonly command?: LabelCommand | undefined;
  readonly end?: string | undefined;
  readonly change: ScannerSetting | "none" | "unknown";
};

/** The key that ends a label at this site: Enter, or Tab if the site allows only Tab. */
export const labelEndOf = ({ trailing }: Pick<ScanSettings, "trailing">): string =>
  trailing.some((name) => name !== "TAB") ? "Enter" : "Tab";

const toggleCase = (text: string) =>
  text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );

const endKeys = /^(Enter|Tab)$/;

/** Interprets what a scanner has sent, and finds a wrong setting. */
export const diagnoseScanner = (
  strokes: readonly KeyStroke[],
  settings: ScanSettings,
): ScannerDiagnosis => {
  const end = strokes.find(({ key }) => endKeys.test(key))?.key;
  const typed = strokes.filter(({ key }) => !endKeys.test(key));
  const raw = typed.map(({ key }) => key).join("");
  const scan = readScan(raw, settings);
  const isLabel = (text: string) =>
    commandIn(text, settings) !== undefined ||
    kindsOf(readScan(text, settings), settings).length > 0;
  const kinds = kindsOf(scan, settings);
  const wrong = (): ScannerDiagnosis["change"] => {
    if (!end || !settings.trailing.some((name) => (name === "TAB") === (end === "Tab")))
      return "end";
    if (isLabel(raw) || scan.key !== undefined) return "none";
    if (scan.doubled && kindsOf(scan.doubled, settings).length > 0) return "twice";
    if (isLabel(typed.map(({ key, us = key }) => us).join(""))) return "layout";
    if (isLabel(toggleCase(raw))) return "case";
    if (scan.symbology && !settings.symbologies.includes(scan.symbology)) return "noIdentifier";
    return !scan.symbology && isLabel(`]C1${raw}`) ? "identifier" : "unknown";
  };
  return { scan, kinds, command: commandIn(raw, settings), end, change: wrong() };
};
