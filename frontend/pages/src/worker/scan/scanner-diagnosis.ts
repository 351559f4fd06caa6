import type { LabelCommand } from "#labels/command-codes.ts";
import { commandIn } from "#scanner/scan/command-label.ts";
import {
  kindsOf,
  readScan,
  type Scan,
  type ScannedField,
  type ScanSettings,
} from "#scanner/scan/read-scan.ts";
import { characterOf } from "#scanner/scan/scan-text.ts";
import { type KeyStroke, keysOf, type ScannerKey } from "./scanner-keys.ts";

/** What is wrong with a reading. */
type Fault =
  | ("end" | "prefix" | "combination" | "separatorKeys" | "separator" | "twice")
  | ("case" | "layout" | "compare" | "identifier" | "noIdentifier" | "unknown");

/** One reading of the scanner test. */
export type ScannerDiagnosis = {
  readonly keys: readonly ScannerKey[];
  readonly scan: Scan;
  /** What the text says. The page takes it only if it comes once, and without other keys before or inside it. */
  readonly kinds: readonly ScannedField[];
  readonly command?: LabelCommand | undefined;
  readonly isTaken: boolean;
  /** The text that the same keys make on a US keyboard. */
  readonly usText: string;
  /** The characters that differ on a US keyboard, such as "Y → Z". */
  readonly swaps: readonly string[];
  /** Whether scanner and device have the same keyboard: their text is a label, and that of a US keyboard is none. */
  readonly isSameLayout: boolean;
  /** The names of the keys that mean a GS1 separator. */
  readonly separators: readonly string[];
  /** The names of the keys that are at fault. */
  readonly strangers: readonly string[];
  readonly end?: string | undefined;
  readonly fault?: Fault | undefined;
};

/** The key that ends a label at this site: Enter, or Tab if the site allows only Tab. */
export const labelEndOf = ({ trailing }: Pick<ScanSettings, "trailing">): string =>
  trailing.some((name) => name !== "TAB") ? "Enter" : "Tab";

/** Keys within these milliseconds come from one pull of the trigger. */
export const pullMs = 50;

const isLabel = (text: string, settings: ScanSettings) =>
  commandIn(text, settings) !== undefined || kindsOf(readScan(text, settings), settings).length > 0;

/** Whether a text is one label or key card two or more times, with or without its AIM identifier before each copy. */
export const isLabelRepeated = (text: string, settings: ScanSettings): boolean => {
  const [identifier = ""] = /^\][A-Za-z][0-9A-Za-z]/.exec(text) ?? [];
  const isRead = (one: string) =>
    isLabel(one, settings) || readScan(one, settings).key !== undefined;
  const isRepeated = (before: string, copies: string) =>
    Array.from(copies, (_, at) => at + 1).some((times) => {
      const copy = copies.slice(0, copies.length / times);
      return times > 1 && copy.repeat(times) === copies && isRead(before + copy);
    });
  return isRepeated("", text) || isRepeated(identifier, text.slice(identifier.length));
};

/** Whether GS1 element strings become a label where a separator is put between two of their characters. */
const lacksSeparator = ({ kind }: Scan, raw: string, settings: ScanSettings): boolean => {
  const separators = settings.separators.map(characterOf);
  const [separator = ""] = separators;
  return (
    kind === "gs1" &&
    !separators.some((one) => raw.slice(1).includes(one)) &&
    Array.from(raw, (_, at) => raw.slice(0, at) + separator + raw.slice(at)).some((text) =>
      isLabel(text, settings),
    )
  );
};

const toggleCase = (text: string) =>
  text.replace(/\p{L}/gu, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );

/** The keys of one reading: before its first character, its body, and its end. Keys that a person pressed before are left out. */
const partsOf = (strokes: readonly KeyStroke[], settings: ScanSettings) => {
  const all = keysOf(strokes, settings);
  const first = Math.max(
    0,
    all.findIndex(({ is }) => is === "character"),
  );
  let from = first;
  const gapBefore = (at: number) => (all[at]?.at ?? 0) - (all[at - 1]?.at ?? 0);
  while (from > 0 && gapBefore(from) <= pullMs) from -= 1;
  const endAt = all.findIndex(({ is }, at) => is === "end" && at > first);
  const body = all.slice(first, endAt < 0 ? undefined : endAt);
  const before = all.slice(from, first);
  // STX and ETX frame a label and are dropped.
  if (before.at(-1)?.text === "\u0002") before.pop();
  if (body.at(-1)?.name === "Ctrl+C") body.pop();
  return { keys: all.slice(from), before, body, end: all[endAt]?.name };
};

/** Reads what a scanner has sent as the page does, and finds a wrong setting. */
export const diagnoseScanner = (
  strokes: readonly KeyStroke[],
  settings: ScanSettings,
): ScannerDiagnosis => {
  const { keys, before, body, end } = partsOf(strokes, settings);
  const raw = body.map(({ text }) => text).join("");
  const usText = body.map(({ us }) => us).join("");
  const scan = readScan(raw, settings);
  const [kinds, command] = [kindsOf(scan, settings), commandIn(raw, settings)];
  const gs1Separators = settings.separators.map(characterOf);
  const inside = body.filter(({ is }) => is === "combination");
  const separators = body.filter(({ text }) => gs1Separators.includes(text));
  const swapped = body.filter(({ text, us }) => text.toLowerCase() !== us.toLowerCase());
  const hasCapsLock = body.some(({ hasCapsLock, text, us }) => hasCapsLock && text !== us);
  const [isRead, isReadInUs] = [isLabel(raw, settings), isLabel(usText, settings)];
  // A site's codes may be their own double.
  const isRepeated = kinds.length === 0 && isLabelRepeated(raw, settings);
  const isSameLayout = swapped.length > 0 && isRead && !isReadInUs;
  const fault = (): Fault | undefined => {
    const ends = settings.trailing.map((name) => name === "TAB");
    if (!end || !ends.includes(/^(Tab|Ctrl\+I)$/.test(end))) return "end";
    if (before.length > 0) return "prefix";
    if (inside.length > 0) {
      const isSeparator = inside.every(({ text }) => gs1Separators.includes(text));
      return scan.kind === "gs1" || isSeparator ? "separatorKeys" : "combination";
    }
    if (isRepeated) return "twice";
    if (scan.key !== undefined) return undefined;
    if (swapped.length > 0 && isReadInUs) return isRead ? "compare" : "layout";
    if (hasCapsLock && isReadInUs) return "case";
    if (isRead) return undefined;
    if (lacksSeparator(scan, raw, settings)) return "separator";
    if (isLabel(toggleCase(raw), settings)) return "case";
    if (scan.symbology && !settings.symbologies.includes(scan.symbology)) return "noIdentifier";
    return !scan.symbology && isLabel(`]C1${raw}`, settings) ? "identifier" : "unknown";
  };
  const namesOf = (some: readonly ScannerKey[]) => [...new Set(some.map(({ name }) => name))];
  return {
    ...{ keys, scan, kinds, command, usText, isSameLayout, end, fault: fault() },
    isTaken: !isRepeated && before.length === 0 && inside.every(({ text }) => text !== ""),
    swaps: [...new Set(swapped.map(({ text, us }) => `${us} → ${text}`))],
    separators: namesOf(separators),
    strangers: namesOf([...before, ...inside]),
  };
};
