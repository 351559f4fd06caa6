import { commandIn } from "./command-label.ts";
import { gs1Symbologies } from "./parse-scan.ts";
import { characterOf, foldWidth, printableOf } from "./scan-text.ts";
import type { Scan, ScanSettings } from "./scan-types.ts";
import { paddingCharacters, unpackScan } from "./unpack-scan.ts";

const causeNotes: Readonly<Record<NonNullable<Scan["cause"]>, string>> = {
  capsLock: "Caps Lock may be on: small and capital letters are swapped.",
  inputMethod: "An input method types these characters: switch to plain letters.",
  unseen: "It has invisible characters.",
};

/** Explains how a raw scan was read. */
export const notesOf = (
  raw: string,
  { symbology, kind, elements, cause }: Scan,
  settings: ScanSettings,
): string[] => {
  const notes: string[] = [];
  const isFolded = cause !== "inputMethod" && foldWidth(raw) !== raw;
  const sent = isFolded ? foldWidth(raw) : raw;
  const { base = "", text, added } = unpackScan(sent, settings);
  const end = added.replace(paddingCharacters, "");
  if (end) notes.push(`The scanner added ${printableOf(end)} at the end.`);
  if (end !== added || sent.search(paddingCharacters) === 0)
    notes.push("Blanks at its ends are no part of it.");
  if (isFolded) notes.push("Its full-width characters are read as plain ones.");
  if (cause) notes.push(causeNotes[cause]);
  if (commandIn(raw, settings)) notes.push("It is a command label of the worker's page.");
  if (symbology) {
    const meansGs1 = gs1Symbologies.has(base) ? ", and that GS1 element strings follow" : "";
    const meansSet = base === symbology ? "" : " with its character set";
    notes.push(`${symbology} names the symbology${meansSet}${meansGs1}.`);
    if (![symbology, base].some((one) => settings.symbologies.includes(one))) return notes;
  }
  if (settings.separators.map(characterOf).includes(text.slice(0, 1)))
    notes.push("It begins with FNC1: GS1 element strings follow.");
  if (kind === "bare") notes.push("It is a bare value.");
  for (const { ai, value } of elements) notes.push(`(${ai}): ${value}`);
  return notes;
};
