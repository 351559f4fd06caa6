import { type Element, fnc1, parseElements, shown } from "./element-string.ts";

/** The fields that a label may carry. */
export const scannedFields = ["box_no", "zongpai", "location"] as const;
export type ScannedField = (typeof scannedFields)[number];

type Source = { readonly ai: string; readonly before: string };

/** What a site says of scans: plain JSON, so that a browser needs nothing else; `scanSettings` makes it. */
export type ScanSettings = {
  readonly symbologies: readonly string[];
  readonly separators: readonly string[];
  readonly trailing: readonly ("CR" | "LF" | "TAB")[];
  readonly unmarked: "bare" | "gs1";
  readonly fields: Readonly<
    Record<
      ScannedField,
      { readonly sources: readonly Source[]; readonly pattern: string; readonly flags: string; readonly accepts: string }
    >
  >;
};

/** What stands in a scan. `text` is it without what the scanner added; `notes` say in words how it was read. */
export type Scan = {
  readonly symbology?: string;
  readonly kind: "bare" | "gs1";
  readonly text: string;
  readonly elements: readonly Element[];
  readonly notes: readonly string[];
  /** Why no field can be taken from it. */
  readonly refused?: string;
};

/** AIM identifiers under which the data are GS1 element strings by definition (section 5.1.2, ISO/IEC 15424). */
const gs1Symbologies: ReadonlySet<string> = new Set(["]C1", "]e0", "]e1", "]e2", "]d2", "]Q3", "]J1"]);

const characters = { CR: "\r", LF: "\n", TAB: "\t", GS: fnc1, RS: "\u001e" } as const;
const characterOf = (name: string): string => characters[name as keyof typeof characters] ?? name;

/** Takes apart what a scanner sent: symbology identifier, leading FNC1, added characters, element strings. */
export const readScan = (raw: string, settings: ScanSettings, thisYear = new Date().getFullYear()): Scan => {
  const notes: string[] = [];
  const ends = new Set(settings.trailing.map(characterOf));
  let text = raw;
  while (ends.has(text.slice(-1))) text = text.slice(0, -1);
  if (text !== raw) notes.push(`The scanner added ${shown(raw.slice(text.length))} at the end.`);

  const symbology = /^\][A-Za-z][0-9A-Za-z]/.exec(text)?.[0];
  const base = { ...(symbology ? { symbology } : {}), notes };
  const refused = (sentence: string, kind: Scan["kind"], elements: readonly Element[] = []): Scan => ({
    ...base,
    kind,
    text,
    elements,
    refused: sentence,
  });
  if (symbology) {
    text = text.slice(3);
    const gs1 = gs1Symbologies.has(symbology);
    notes.push(`${symbology} tells the symbology${gs1 ? ", and that GS1 element strings follow" : ""}.`);
    if (!settings.symbologies.includes(symbology))
      return refused(`Labels with the symbology identifier ${symbology} are not used here.`, gs1 ? "gs1" : "bare");
  }
  const separators = new Set(settings.separators.map(characterOf));
  const leading = separators.has(text.slice(0, 1));
  if (leading) {
    text = text.slice(1);
    notes.push("It begins with FNC1: GS1 element strings follow.");
  }
  const gs1 = leading || (symbology ? gs1Symbologies.has(symbology) : settings.unmarked === "gs1");
  if (!gs1) {
    notes.push("It is a bare value.");
    return /\p{Cc}/u.test(text)
      ? refused(`"${shown(text)}" holds a control character.`, "bare")
      : { ...base, kind: "bare", text, elements: [] };
  }
  text = Array.from(text, (character) => (separators.has(character) ? fnc1 : character)).join("");
  const parsed = parseElements(text, thisYear);
  for (const { ai, title, value, date } of parsed.elements) notes.push(`(${ai}) ${title}: ${value}${date ? `, ${date}` : ""}`);
  if (parsed.kind === "refused") return refused(parsed.sentence, "gs1", parsed.elements);
  return { ...base, kind: "gs1", text, elements: parsed.elements };
};

/** The value of a field, or the sentence that refuses it. */
export type FieldReading = { readonly value: string } | { readonly refused: string };

const names: Readonly<Record<ScannedField, string>> = { box_no: "box number", zongpai: "zongpai", location: "location" };

/** Takes one field from a scan, and checks it as the service will. */
export const fieldOf = (scan: Scan, field: ScannedField, settings: ScanSettings): FieldReading => {
  if (scan.refused !== undefined) return { refused: scan.refused };
  const { sources, pattern, flags, accepts } = settings.fields[field];
  const found = sources.flatMap(({ ai, before }) =>
    scan.elements.filter((element) => element.ai === ai).map(({ value }) => before + value),
  );
  const values = [...new Set(scan.kind === "bare" ? [scan.text] : found)];
  const [value] = values;
  if (value === undefined) return { refused: `This label carries no ${names[field]}.` };
  if (values.length > 1) return { refused: `This label carries more than one ${names[field]}: ${values.join(" and ")}.` };
  return new RegExp(pattern, flags).test(value) ? { value } : { refused: `${shown(value)} is no ${names[field]}: it ${accepts}.` };
};

/** What the client's `read` takes: reads the scan of a field before it is queued. */
export const fieldReader =
  (settings: ScanSettings) =>
  (field: string, raw: string): FieldReading =>
    fieldOf(readScan(raw, settings), field as ScannedField, settings);
