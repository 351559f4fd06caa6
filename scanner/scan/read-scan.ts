import {
  type ElementString,
  fnc1,
  linkElements,
  parseElements,
  printableOf,
} from "./element-string.ts";

/** The fields that a label may carry. */
export const scannedFields = ["box_no", "zongpai", "location"] as const;
export type ScannedField = (typeof scannedFields)[number];

type FieldSource = { readonly ai: string; readonly before: string };

/** What a site says of scans: plain JSON, so that a browser needs nothing else; `scanSettings` makes it. */
export type ScanSettings = {
  readonly symbologies: readonly string[];
  readonly separators: readonly string[];
  readonly trailing: readonly ("CR" | "LF" | "TAB")[];
  readonly unmarked: "bare" | "gs1";
  /** Whether a web address may be a GS1 Digital Link. */
  readonly links: boolean;
  /** What bare labels begin with, where that distinguishes them. */
  readonly prefixes?: Readonly<Record<ScannedField, string>> | undefined;
  readonly fields: Readonly<
    Record<
      ScannedField,
      {
        readonly sources: readonly FieldSource[];
        readonly pattern: string;
        readonly flags: string;
        readonly accepts: string;
      }
    >
  >;
};

/** A scan, read. `text` is it without what the scanner added. */
export type Scan = {
  readonly symbology?: string;
  readonly kind: "bare" | "gs1";
  readonly text: string;
  readonly elements: readonly ElementString[];
  /** The same scan, where this is one twice in a row. */
  readonly doubled?: Scan;
  /** Why no field can be taken from it. */
  readonly refused?: string;
  /** What a key card holds. It is a secret, and in nothing else of a scan. */
  readonly key?: string;
};

/** What each key card begins with; a scanner may put the symbology before it. */
const keyCard = /^(?:\][A-Za-z][0-9A-Za-z])?key:(.*)$/s;

/** AIM identifiers under which the data are GS1 element strings by definition (section 5.1.2, ISO/IEC 15424). */
export const gs1Symbologies: ReadonlySet<string> = new Set([
  "]C1",
  "]e0",
  "]e1",
  "]e2",
  "]d2",
  "]Q3",
  "]J1",
]);

const namedCharacters = { CR: "\r", LF: "\n", TAB: "\t", GS: fnc1, RS: "\u001e" } as const;
/** The character that a site names, such as `TAB`. */
export const characterOf = (name: string): string =>
  namedCharacters[name as keyof typeof namedCharacters] ?? name;

/** Takes apart what a scanner sent: symbology identifier, leading FNC1, added characters, element strings. */
export const readScan = (raw: string, settings: ScanSettings): Scan => {
  const ends = new Set(settings.trailing.map(characterOf));
  let text = raw;
  while (ends.has(text.slice(-1))) text = text.slice(0, -1);

  const key = keyCard.exec(text)?.[1];
  if (key !== undefined)
    return {
      kind: "bare",
      text: "key:…",
      elements: [],
      refused: "This is the card of a key.",
      key,
    };

  const symbology = /^\][A-Za-z][0-9A-Za-z]/.exec(text)?.[0];
  const half = text.slice(0, text.length / 2);
  const doubled = half && half + half === text ? readScan(half, settings) : undefined;
  const base = { ...(symbology ? { symbology } : {}), ...(doubled ? { doubled } : {}) };
  const refused = (
    sentence: string,
    kind: Scan["kind"],
    elements: readonly ElementString[] = [],
  ): Scan => ({
    ...base,
    kind,
    text,
    elements,
    refused: sentence,
  });
  if (symbology) {
    text = text.slice(3);
    const gs1 = gs1Symbologies.has(symbology);
    if (!settings.symbologies.includes(symbology))
      return refused(
        `Labels with the symbology identifier ${symbology} are not used at this site.`,
        gs1 ? "gs1" : "bare",
      );
  }
  const separators = new Set(settings.separators.map(characterOf));
  const link = settings.links ? linkElements(text) : undefined;
  const leading = separators.has(text.slice(0, 1));
  if (leading) text = text.slice(1);
  if (link) text = link;
  const gs1 =
    leading || link || (symbology ? gs1Symbologies.has(symbology) : settings.unmarked === "gs1");
  if (!gs1)
    return /\p{Cc}/u.test(text)
      ? refused(`"${printableOf(text)}" holds a control character.`, "bare")
      : { ...base, kind: "bare", text, elements: [] };
  text = Array.from(text, (character) => (separators.has(character) ? fnc1 : character)).join("");
  const parsed = parseElements(text);
  if (parsed.kind === "refused") return refused(parsed.sentence, "gs1", parsed.elements);
  return { ...base, kind: "gs1", text, elements: parsed.elements };
};

/** The value of a field, or the sentence that refuses it. */
export type FieldReading = { readonly value: string } | { readonly refused: string };

const labelNames: Readonly<Record<ScannedField, string>> = {
  box_no: "box number",
  zongpai: "zongpai",
  location: "location",
};

const fieldAsSent = (scan: Scan, field: ScannedField, settings: ScanSettings): FieldReading => {
  if (scan.refused !== undefined) return { refused: scan.refused };
  const { sources, pattern, flags, accepts } = settings.fields[field];
  const prefix = settings.prefixes?.[field] ?? "";
  const bare = scan.text.startsWith(prefix) ? [scan.text.slice(prefix.length)] : [];
  const marked = sources.flatMap(({ ai, before }) =>
    scan.elements.filter((element) => element.ai === ai).map(({ value }) => before + value),
  );
  const values = [...new Set(scan.kind === "bare" ? bare : marked)];
  const [value] = values;
  if (value === undefined) return { refused: `This label carries no ${labelNames[field]}.` };
  if (values.length > 1)
    return {
      refused: `This label carries more than one ${labelNames[field]}: ${values.join(" and ")}.`,
    };
  return new RegExp(pattern, flags).test(value)
    ? { value }
    : { refused: `${printableOf(value)} is no ${labelNames[field]}: it ${accepts}.` };
};

/** Takes one field from a scan, and checks it as the service will. */
export const fieldOf = (scan: Scan, field: ScannedField, settings: ScanSettings): FieldReading => {
  const reading = fieldAsSent(scan, field, settings);
  if ("value" in reading || !scan.doubled || kindsOf(scan.doubled, settings).length === 0)
    return reading;
  return {
    refused: `${printableOf(scan.doubled.text)} came twice in one: the scanner sends it on two ways, switch one of them off.`,
  };
};

/** What a scan is: goods, a box, a shelf, or several where the site's labels do not distinguish them; nothing when it is none of them. */
export const kindsOf = (scan: Scan, settings: ScanSettings): readonly ScannedField[] =>
  scannedFields.filter((field) => "value" in fieldAsSent(scan, field, settings));

/** What the client's `read` takes: reads the scan of a field before it is queued, and says what a label of another kind is. */
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
