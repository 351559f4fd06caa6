import { valueFactsOf } from "#labels/identifiers.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { doubleIn, escapeCharacters, overlapOf } from "#lib/site/automata.ts";
import type { Site } from "#lib/site/schema.ts";
import { kindsOf, readScan, type ScannedField } from "#scanner/scan/read-scan.ts";
import { foreignLabels } from "./foreign-labels.ts";

type LabelSite = Pick<Site, "formats" | "scan">;

const formatNames = ["zongpai", "boxNo", "location"] as const;
type FormatName = (typeof formatNames)[number];
const fieldOf: Readonly<Record<FormatName, ScannedField>> = {
  zongpai: "zongpai",
  boxNo: "box_no",
  location: "location",
};

/** A label whose text, twice in one, is another code. */
type DoubleCode = { readonly label: string; readonly code: string };

const bareDoubleOf = ({ formats, scan: { kinds } }: LabelSite, whole: FormatName) => {
  const { pattern } = formats[whole];
  // Labels with prefixes are twice of one kind only.
  const parts = typeof kinds === "object" ? [whole] : [whole, ...formatNames];
  for (const part of parts) {
    const between = typeof kinds === "object" ? kinds[whole] : "";
    const text = doubleIn(formats[part].pattern, pattern, { between });
    if (text !== undefined) return { label: between + text, code: text + between + text };
  }
  return undefined;
};

const elementDoubleOf = ({ formats, scan }: LabelSite, whole: FormatName) => {
  const { pattern } = formats[whole];
  for (const { ai, before } of scan[whole]) {
    const facts = valueFactsOf(ai);
    const text = doubleIn(pattern, pattern, { start: before, between: ai });
    const value = `${text}${ai}${text}`;
    // After a value of a predefined length comes the next element, not the rest of a value.
    if (text === undefined || !facts || facts.isPredefined) continue;
    if (new RegExp(`^${facts.pattern}$`).test(value))
      return { label: ai + text, code: before + value };
  }
  return undefined;
};

function* doubleNotes(site: LabelSite): Iterable<string> {
  for (const name of formatNames) {
    const double: DoubleCode | undefined = bareDoubleOf(site, name) ?? elementDoubleOf(site, name);
    if (!double) continue;
    const { label, code } = double;
    const consequence = site.scan.doubles.includes(name)
      ? `scan.doubles lists ${name}, so the wrong code is taken.`
      : `Such a scan is refused. If you have codes like "${code}", list ${name} in scan.doubles.`;
    yield `formats.${name} accepts "${code}", which a scanner sends that reads the label "${label}" twice. ${consequence}`;
  }
}

/** The formats that take a label of another company, each with such labels. */
export const foreignLabelsTaken = (site: LabelSite): Map<FormatName, string[]> => {
  const settings = scanSettings(site);
  const fits = (text: string, name: FormatName) =>
    kindsOf(readScan(text, settings), settings).includes(fieldOf[name]);
  return new Map(
    formatNames.flatMap((name) => {
      const labels = foreignLabels.flatMap(([meaning, ...examples]) => {
        const taken = examples.find((text) => fits(text, name));
        return taken === undefined ? [] : [`"${taken}" (${meaning})`];
      });
      return labels.length > 0 ? [[name, labels] as const] : [];
    }),
  );
};

function* foreignNotes(site: LabelSite): Iterable<string> {
  for (const [name, labels] of foreignLabelsTaken(site))
    yield `formats.${name} accepts labels of other companies, which a scanner may read on a parcel: ${labels.join(", ")}. Make the format narrower, or let your labels begin with prefixes (scan.kinds).`;
}

function* identifierNotes({ formats, scan }: LabelSite): Iterable<string> {
  for (const name of formatNames)
    for (const { ai, before } of scan[name]) {
      const most = valueFactsOf(ai)?.most;
      if (most === undefined) continue;
      const longer = new RegExp(`^${escapeCharacters(before)}[^]{${most + 1}}[^]*$`);
      const overlap = overlapOf(formats[name].pattern, longer);
      if (typeof overlap === "object")
        yield `formats.${name} accepts "${overlap.both}", but a label with (${ai}) has at most ${most} characters${before ? ` after "${before}"` : ""}. It cannot have such a code, and npm run labels prints none.`;
    }
}

/** Notes on formats that take what is no label of the site, or what its labels cannot have. */
export function* labelNotes(site: LabelSite): Iterable<string> {
  yield* doubleNotes(site);
  yield* foreignNotes(site);
  yield* identifierNotes(site);
}
