import { printableOf } from "./element-string.ts";
import { characterOf, gs1Symbologies, type Scan, type ScanSettings } from "./read-scan.ts";

/** Says in words how a raw scan was read. */
export const notesOf = (
  raw: string,
  { symbology, kind, elements }: Scan,
  settings: ScanSettings,
): string[] => {
  const ends = new Set(settings.trailing.map(characterOf));
  let text = raw;
  while (ends.has(text.slice(-1))) text = text.slice(0, -1);
  const notes =
    text === raw ? [] : [`The scanner added ${printableOf(raw.slice(text.length))} at the end.`];
  if (symbology) {
    notes.push(
      `${symbology} names the symbology${gs1Symbologies.has(symbology) ? ", and that GS1 element strings follow" : ""}.`,
    );
    if (!settings.symbologies.includes(symbology)) return notes;
  }
  const first = text.slice(symbology?.length ?? 0).slice(0, 1);
  if (settings.separators.map(characterOf).includes(first))
    notes.push("It begins with FNC1: GS1 element strings follow.");
  if (kind === "bare") notes.push("It is a bare value.");
  for (const { ai, value } of elements) notes.push(`(${ai}): ${value}`);
  return notes;
};
