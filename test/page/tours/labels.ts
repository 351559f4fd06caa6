import { alike } from "#lib/site/alike.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ScannedField } from "#scanner/scan/read.ts";

const formatOf = { zongpai: "zongpai", box_no: "boxNo", location: "location" } as const;

/** What a scanner of the site types for a value: as a GS1 element where the site has those alone, otherwise bare. */
const typed = ({ scan }: Site, field: ScannedField, value: string): string => {
  const [source] = scan[formatOf[field]];
  if (scan.unmarked === "gs1" && source) return source.ai + value.slice(source.before.length);
  return (typeof scan.kinds === "object" ? scan.kinds[formatOf[field]] : "") + value;
};

/** A code, and what a scanner types for it. */
export type Label = { readonly value: string; readonly typed: string };
/** Of each kind there are at least so many. */
export type Row = [Label, Label, Label, Label, Label, Label, ...Label[]];
export type Labels = Readonly<Record<"goods" | "boxes" | "shelves", Row>>;

/** Labels of a site: first those that the demo ERP knows, the last it does not. */
export const labelsOf = (site: Site, count = 60): Labels => {
  const of = (field: ScannedField) =>
    alike(site.formats[formatOf[field]], count).map(
      (value): Label => ({
        value,
        typed: typed(site, field, value),
      }),
    ) as Row;
  return { goods: of("zongpai"), boxes: of("box_no"), shelves: of("location") };
};
