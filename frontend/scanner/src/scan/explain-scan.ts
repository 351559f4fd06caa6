import { commandIn } from "./command-label.ts";
import { printableOf } from "./element-string.ts";
import {
  characterOf,
  gs1Symbologies,
  type Scan,
  type ScanSettings,
  withoutAdded,
} from "./read-scan.ts";

/** Explains how a raw scan was read. */
export const notesOf = (
  raw: string,
  { symbology, kind, elements }: Scan,
  settings: ScanSettings,
): string[] => {
  const notes: string[] = [];
  const text = withoutAdded(raw, settings);
  const added = raw.slice(text.length);
  if (added) notes.push(`The scanner added ${printableOf(added)} at the end.`);
  if (commandIn(raw, settings)) notes.push("It is a command label of the worker's page.");
  if (symbology) {
    const meansGs1 = gs1Symbologies.has(symbology) ? ", and that GS1 element strings follow" : "";
    notes.push(`${symbology} names the symbology${meansGs1}.`);
    if (!settings.symbologies.includes(symbology)) return notes;
  }
  const firstCharacter = text.charAt(symbology?.length ?? 0);
  if (settings.separators.map(characterOf).includes(firstCharacter))
    notes.push("It begins with FNC1: GS1 element strings follow.");
  if (kind === "bare") notes.push("It is a bare value.");
  for (const { ai, value } of elements) notes.push(`(${ai}): ${value}`);
  return notes;
};
