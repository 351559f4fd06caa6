import {
  type ElementString,
  fnc1,
  linkElements,
  parseElements,
  printableOf,
} from "./element-string.ts";

/** The fields that a label may contain. */
export const scannedFields = ["box_no", "zongpai", "location"] as const;
export type ScannedField = (typeof scannedFields)[number];

type FieldSource = { readonly ai: string; readonly before: string };

/** How a site reads scans. It is plain JSON, so that a browser loads nothing else. `scanSettings` makes it. */
export type ScanSettings = {
  readonly symbologies: readonly string[];
  readonly separators: readonly string[];
  readonly trailing: readonly ("CR" | "LF" | "TAB")[];
  readonly unmarked: "bare" | "gs1";
  /** Whether a web address may be a GS1 Digital Link. */
  readonly links: boolean;
  /** The prefixes of bare labels, if they distinguish the fields. */
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

/** A parsed scan. `text`: the text without the characters that the scanner added. */
export type Scan = {
  readonly symbology?: string;
  readonly kind: "bare" | "gs1";
  readonly text: string;
  readonly elements: readonly ElementString[];
  /** Half of the text as a separate scan, if the text repeats that half. */
  readonly doubled?: Scan;
  /** Why no field can be read from the scan. */
  readonly refused?: string;
  /** The key of a key card. It is secret, and no other field of the scan contains it. */
  readonly key?: string;
};

/** A key card. The scanner may add its symbology identifier in front. */
const keyCard = /^(?:\][A-Za-z][0-9A-Za-z])?key:(.*)$/s;

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

const namedCharacters = { CR: "\r", LF: "\n", TAB: "\t", GS: fnc1, RS: "\u001e" } as const;
/** The character for a name such as `TAB`. */
export const characterOf = (name: string): string =>
  namedCharacters[name as keyof typeof namedCharacters] ?? name;

/** Removes the characters that the site's scanners add at the end. */
export const withoutAdded = (raw: string, { trailing }: Pick<ScanSettings, "trailing">): string => {
  const added = new Set(trailing.map(characterOf));
  let text = raw;
  while (added.has(text.slice(-1))) text = text.slice(0, -1);
  return text;
};

/** Parses the text from a scanner: symbology identifier, leading FNC1, added characters, element strings. */
export const readScan = (raw: string, settings: ScanSettings): Scan => {
  let text = withoutAdded(raw, settings);

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
  const isGs1Symbology = symbology ? gs1Symbologies.has(symbology) : settings.unmarked === "gs1";
  const half = text.slice(0, text.length / 2);
  const doubled = half && half + half === text ? readScan(half, settings) : undefined;
  const common = { ...(symbology ? { symbology } : {}), ...(doubled ? { doubled } : {}) };
  const refuse = (
    sentence: string,
    kind: Scan["kind"],
    elements: readonly ElementString[] = [],
  ): Scan => ({ ...common, kind, text, elements, refused: sentence });

  if (symbology) {
    text = text.slice(3);
    if (!settings.symbologies.includes(symbology))
      return refuse(
        `Labels with the symbology identifier ${symbology} are not used at this site.`,
        isGs1Symbology ? "gs1" : "bare",
      );
  }
  const separators = new Set(settings.separators.map(characterOf));
  const link = settings.links ? linkElements(text) : undefined;
  const hasLeadingFnc1 = separators.has(text.slice(0, 1));
  if (hasLeadingFnc1) text = text.slice(1);
  if (link) text = link;
  const isGs1 = hasLeadingFnc1 || link || isGs1Symbology;
  if (!isGs1)
    return /\p{Cc}/u.test(text)
      ? refuse(`"${printableOf(text)}" holds a control character.`, "bare")
      : { ...common, kind: "bare", text, elements: [] };
  text = Array.from(text, (character) => (separators.has(character) ? fnc1 : character)).join("");
  const parsed = parseElements(text);
  if (parsed.kind === "refused") return refuse(parsed.sentence, "gs1", parsed.elements);
  return { ...common, kind: "gs1", text, elements: parsed.elements };
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
  const { sources, pattern, flags, accepts } = settings.fields[field];
  const prefix = settings.prefixes?.[field] ?? "";
  const bareValues = scan.text.startsWith(prefix) ? [scan.text.slice(prefix.length)] : [];
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
  return new RegExp(pattern, flags).test(value)
    ? { value }
    : { refused: `${printableOf(value)} is no ${labelNames[field]}: it ${accepts}.` };
};

/** Reads a field from a scan, and checks it as the service will. */
export const fieldOf = (scan: Scan, field: ScannedField, settings: ScanSettings): FieldReading => {
  const reading = readFieldAsSent(scan, field, settings);
  if ("value" in reading || !scan.doubled || kindsOf(scan.doubled, settings).length === 0)
    return reading;
  return {
    refused: `${printableOf(scan.doubled.text)} came twice in one: the scanner sends it on two ways, switch one of them off.`,
  };
};

/** The possible kinds of a scan: goods, a box or a shelf. Several if the site's labels do not distinguish them; empty if none matches. */
export const kindsOf = (scan: Scan, settings: ScanSettings): readonly ScannedField[] =>
  scannedFields.filter((field) => "value" in readFieldAsSent(scan, field, settings));

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
