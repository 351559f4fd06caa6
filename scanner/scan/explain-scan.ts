import { printableOf } from "./element-string.ts";
import { characterOf, gs1Symbologies, type Scan, type ScanSettings } from "./read-scan.ts";

/** Says in words how a raw scan was read. */
export const notesOf = (
  raw: string,
  { symbology, kind, elements }: Scan,
  settings: ScanSettings,
): string[] => {
  const notes: string[] = [];
  const trailing = new Set(settings.trailing.map(characterOf));
  let text = raw;
  while (trailing.has(text.slice(-1))) text = text.slice(0, -1);
  const added = raw.slice(text.length);
  if (added) notes.push(`The scanner added ${printableOf(added)} at the end.`);
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
