import { encodeCode128, encodeGS1128 } from "etiket/barcode";
import { encodeQR } from "etiket/qr";
import {
  fieldOf,
  kindsOf,
  readScan,
  type ScannedField,
  type ScanSettings,
} from "#scanner/scan/read-scan.ts";

/** The symbologies of printed labels. */
export const labelSymbologies = ["Code128", "QR"] as const;
export type LabelSymbology = (typeof labelSymbologies)[number];

/** The dark modules as an SVG path. The size includes the quiet zone that a reader needs. */
export type SymbolDrawing = {
  readonly width: number;
  readonly height: number;
  readonly path: string;
};

const rowPath = (row: readonly boolean[], quietZone: number, y: number, height: number): string =>
  [
    ...row
      .map((dark) => (dark ? "#" : " "))
      .join("")
      .matchAll(/#+/g),
  ]
    .map(({ 0: { length }, index }) => `M${index + quietZone} ${y}h${length}v${height}h-${length}z`)
    .join("");

/** Draws bars and spaces from their widths. The quiet zone has ten modules on each side (ISO/IEC 15417). */
const drawBars = (widths: readonly number[]): SymbolDrawing => {
  const row = widths.flatMap((modules, at) => Array<boolean>(modules).fill(at % 2 === 0));
  const width = row.length + 20;
  const height = Math.max(40, Math.round(width * 0.3));
  return { width, height, path: rowPath(row, 10, 0, height) };
};

/** Draws any text as a QR code. The quiet zone has four modules (ISO/IEC 18004). */
export const drawQr = (text: string): SymbolDrawing => {
  const rows = encodeQR(text, { ecLevel: "M" });
  const size = rows.length + 8;
  return {
    width: size,
    height: size,
    path: rows.map((row, y) => rowPath(row, 4, y + 4, 1)).join(""),
  };
};

/** Draws printable ASCII as a Code 128. @throws Error for other text */
export const drawCode128 = (text: string): SymbolDrawing => {
  if (!/^[ -~]+$/.test(text)) throw new Error(`${text}: a Code 128 is of ASCII alone.`);
  return drawBars(encodeCode128(text));
};

/**
 * Draws a label that the site's scanners read as this value. It contains the bare code if the scanners can tell its field. Otherwise it
 * contains the GS1 element, which only a Code 128 can hold.
 * @throws Error if the scanners can read no such label
 */
export const drawLabel = (
  field: ScannedField,
  value: string,
  symbology: LabelSymbology,
  settings: ScanSettings,
): SymbolDrawing => {
  const isRead = (identifier: string, text: string) => {
    const prefix = settings.symbologies.includes(identifier) ? identifier : "";
    const scan = readScan(prefix + text, settings);
    const reading = fieldOf(scan, field, settings);
    return kindsOf(scan, settings).length === 1 && "value" in reading && reading.value === value;
  };
  const bare = (settings.prefixes?.[field] ?? "") + value;
  if (symbology === "QR" && isRead("]Q1", bare)) return drawQr(bare);
  if (symbology === "Code128") {
    if (/^[ -~]+$/.test(bare) && isRead("]C0", bare)) return drawCode128(bare);
    for (const { ai, before } of settings.fields[field].sources)
      if (value.startsWith(before) && isRead("]C1", ai + value.slice(before.length)))
        return drawBars(encodeGS1128(`(${ai})${value.slice(before.length)}`));
  }
  throw new Error(`${value}: this site's scanners read no such label from a ${symbology}.`);
};
