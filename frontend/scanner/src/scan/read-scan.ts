import { fitsFormat } from "../../../labels/fits-format.ts";
import { cardIn, parseScan } from "./parse-scan.ts";
import {
  characterOf,
  fnc1,
  foldWidth,
  invertCase,
  isFromInputMethod,
  printableOf,
  unseenIn,
} from "./scan-text.ts";
import {
  type KeyboardState,
  type Scan,
  type ScannedField,
  type ScanSettings,
  scannedFields,
} from "./scan-types.ts";
import { aimIdentifier, type UnpackedScan, unpackScan, withoutPadding } from "./unpack-scan.ts";

export type { KeyboardState, Scan, ScannedField, ScanSettings };
export { scannedFields };

const isLabel = (scan: Scan, settings: ScanSettings): boolean => kindsOf(scan, settings).length > 0;

/** Whether a text is a part once or more, each time with or without padding, an AIM identifier and FNC1 before it. */
const isRepetition = (text: string, part: string, lead: string): boolean => {
  let rest = text;
  while (rest !== "") {
    if (!rest.startsWith(part)) rest = withoutPadding(rest).replace(aimIdentifier, "");
    if (lead !== "" && rest.startsWith(lead)) rest = rest.slice(lead.length);
    if (!rest.startsWith(part)) return false;
    rest = rest.slice(part.length);
  }
  return true;
};

/** No copy of a label is longer. Without this limit, the time for a hostile text would grow with the square of its length. */
const longestCopy = 256;

/** The shortest label that a text repeats, if it is one label several times. */
const doubledIn = (unpacked: UnpackedScan, settings: ScanSettings): Scan | undefined => {
  const first = unpacked.text.slice(0, 1);
  const lead = settings.separators.map(characterOf).includes(first) ? first : "";
  const text = unpacked.text.slice(lead.length);
  for (let length = 1; length <= Math.min(longestCopy, text.length / 2); length++) {
    const part = text.slice(0, length);
    if (!isRepetition(text.slice(length), part, lead)) continue;
    const scan = parseScan({ ...unpacked, text: lead + part }, settings);
    if (isLabel(scan, settings)) return scan;
  }
  return undefined;
};

const capsLockOn = "Caps Lock is on: it swaps small and capital letters.";

/** The scan with what is probably wrong, if it is no label. */
const withCause = (scan: Scan, isSwapped: boolean, { capsLock }: KeyboardState): Scan => {
  if (isSwapped) return { ...scan, cause: "capsLock", refused: capsLockOn };
  if (isFromInputMethod(scan.text)) return { ...scan, cause: "inputMethod" };
  if (capsLock && invertCase(scan.text) !== scan.text) return { ...scan, cause: "capsLock" };
  const text = scan.kind === "gs1" ? scan.text.replaceAll(fnc1, "") : scan.text;
  return unseenIn(text).length > 0 ? { ...scan, cause: "unseen" } : scan;
};

/**
 * Parses the text from a scanner: symbology identifier, leading FNC1, added characters, element strings. Full-width letters and digits are
 * read if only that makes the text a label.
 */
export const readScan = (
  raw: string,
  settings: ScanSettings,
  keyboard: KeyboardState = {},
): Scan => {
  const unpacked = unpackScan(raw, settings);
  const card = cardIn(raw, settings);
  if (card) return card;
  const doubled = doubledIn(unpacked, settings);
  const scan = { ...parseScan(unpacked, settings), ...(doubled ? { doubled } : {}) };
  const swapped = invertCase(raw);
  const isSwappedLabel = () =>
    swapped !== raw && isLabel(parseScan(unpackScan(swapped, settings), settings), settings);
  // With Caps Lock on, the label may be the one or the other.
  if (isLabel(scan, settings))
    return keyboard.capsLock && isSwappedLabel() ? withCause(scan, true, keyboard) : scan;
  if (doubled) return scan;
  const narrow = foldWidth(raw);
  const folded = narrow === raw ? undefined : readScan(narrow, settings, keyboard);
  if (folded && (folded.doubled || isLabel(folded, settings))) return folded;
  return withCause(scan, isSwappedLabel(), keyboard);
};

/** The value of a field, or the reason for a refusal. */
export type FieldReading = { readonly value: string } | { readonly refused: string };

const labelNames: Readonly<Record<ScannedField, string>> = {
  box_no: "box number",
  zongpai: "zongpai",
  location: "location",
};

const readFieldAsSent = (scan: Scan, field: ScannedField, settings: ScanSettings): FieldReading => {
  if (scan.refused !== undefined) return { refused: scan.refused };
  const format = settings.fields[field];
  const { sources, accepts, checkDigit } = format;
  const prefix = settings.prefixes?.[field] ?? "";
  // Many scanners send an SSCC as text, with its identifier 00 before it.
  const text = checkDigit ? scan.text.replace(/^00(?=\d{18}$)/, "") : scan.text;
  const bareValues = text.startsWith(prefix) ? [text.slice(prefix.length)] : [];
  const markedValues = sources.flatMap(({ ai, before }) =>
    scan.elements.filter((element) => element.ai === ai).map(({ value }) => before + value),
  );
  const values = [...new Set(scan.kind === "bare" ? bareValues : markedValues)];
  const [value] = values;
  if (value === undefined) return { refused: `This label carries no ${labelNames[field]}.` };
  if (values.length > 1)
    return {
      refused: `This label carries more than one ${labelNames[field]}: ${values.join(" and ")}.`,
    };
  return fitsFormat(format, value)
    ? { value }
    : { refused: `${printableOf(value)} is no ${labelNames[field]}: it ${accepts}.` };
};

/**
 * Reads a field from a scan, and checks it as the service will. A label several times in one is refused even where the whole is a valid
 * code, unless the site says that its codes may be such (`doubles`).
 */
export const fieldOf = (scan: Scan, field: ScannedField, settings: ScanSettings): FieldReading => {
  const reading = readFieldAsSent(scan, field, settings);
  const { doubled } = scan;
  if (!doubled || ("value" in reading && settings.doubles?.includes(field))) return reading;
  return {
    refused: `${printableOf(doubled.text)} came more than once in one: the scanner sends it on two ways, switch one of them off.`,
  };
};

/** The possible kinds of a scan: goods, a box or a shelf. Several if the site's labels do not distinguish them; empty if none matches. */
export const kindsOf = (scan: Scan, settings: ScanSettings): readonly ScannedField[] =>
  scannedFields.filter((field) => "value" in fieldOf(scan, field, settings));

/** The fields whose format a code fits, without a label around it. */
export const fieldsThatFit = (
  code: string,
  { fields }: Pick<ScanSettings, "fields">,
): readonly ScannedField[] => scannedFields.filter((field) => fitsFormat(fields[field], code));

/** Makes the client's `read`, which reads the scan of a field before it is queued, and names the kind of a label that does not match. */
export const fieldReader =
  (settings: ScanSettings) =>
  (field: string, raw: string): FieldReading => {
    const scan = readScan(raw, settings);
    const reading = fieldOf(scan, field as ScannedField, settings);
    const [kind] = kindsOf(scan, settings);
    if ("value" in reading || kind === undefined) return reading;
    return {
      refused: `This label is a ${labelNames[kind]}, no ${labelNames[field as ScannedField]}.`,
    };
  };
