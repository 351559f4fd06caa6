import { linkElements } from "./digital-link.ts";
import { type ElementString, parseElements } from "./element-string.ts";
import {
  characterOf,
  fnc1,
  foldWidth,
  hiddenKey,
  isFromInputMethod,
  printableOf,
  withoutUnseen,
} from "./scan-text.ts";
import type { Scan, ScanSettings } from "./scan-types.ts";
import { type UnpackedScan, unpackScan } from "./unpack-scan.ts";

/** AIM identifiers for which the data are GS1 element strings by definition (section 5.1.2, ISO/IEC 15424). */
export const gs1Symbologies: ReadonlySet<string> = new Set([
  "]C1",
  "]e0",
  "]e1",
  "]e2",
  "]d2",
  "]Q3",
  "]J1",
]);

/** A key card, or a text that begins like one and may hold its secret: with Caps Lock, or in full-width letters. */
export const cardIn = (raw: string, settings: ScanSettings): Scan | undefined => {
  const { symbology, text } = unpackScan(raw, settings);
  const plain = withoutUnseen(unpackScan(foldWidth(raw), settings).text);
  if (!/^key:/i.test(plain)) return undefined;
  const isSmall = plain.startsWith("key:");
  const cause = isFromInputMethod(text) ? "inputMethod" : isSmall ? "unseen" : "capsLock";
  const scan: Scan = {
    ...(symbology ? { symbology } : {}),
    ...{ kind: "bare", text: hiddenKey, elements: [], refused: "This is the card of a key." },
  };
  // The card came twice in one. Both together are another key.
  if (/key:/i.test(plain.slice(1))) return { ...scan, doubled: scan };
  return { ...scan, ...(text.startsWith("key:") ? { key: text.slice(4) } : { cause }) };
};

/** Parses a scan as it was sent: a bare value, or element strings after an AIM identifier, a leading FNC1 or in a link. */
export const parseScan = (
  { symbology, base = "", text, isBroken }: UnpackedScan,
  settings: ScanSettings,
): Scan => {
  const isGs1Symbology = symbology ? gs1Symbologies.has(base) : settings.unmarked === "gs1";
  const common = symbology ? { symbology } : {};
  const refuse = (
    refused: string,
    kind: Scan["kind"],
    elements: readonly ElementString[] = [],
    shown = text,
  ): Scan => ({ ...common, kind, text: shown, elements, refused });

  if (symbology && ![symbology, base].some((one) => settings.symbologies.includes(one)))
    return refuse(
      `Labels with the symbology identifier ${symbology} are not used at this site.`,
      isGs1Symbology ? "gs1" : "bare",
    );
  if (isBroken)
    return refuse(`"${printableOf(text)}" has a backslash that names no character set.`, "bare");
  const separators = new Set(settings.separators.map(characterOf));
  const hasLeadingFnc1 = separators.has(text.slice(0, 1));
  const link = settings.links ? linkElements(text) : undefined;
  if (!hasLeadingFnc1 && link === undefined && !isGs1Symbology)
    return /\p{Cc}/u.test(text)
      ? refuse(`"${printableOf(text)}" holds a control character.`, "bare")
      : { ...common, kind: "bare", text, elements: [] };
  const data = link ?? (hasLeadingFnc1 ? text.slice(1) : text);
  const strings = Array.from(data, (one) => (separators.has(one) ? fnc1 : one)).join("");
  const parsed = parseElements(strings);
  if (parsed.kind === "refused") return refuse(parsed.sentence, "gs1", parsed.elements, strings);
  return { ...common, kind: "gs1", text: strings, elements: parsed.elements };
};
