import { hash } from "node:crypto";
import { usageError } from "#infra/usage-error.ts";
import type { InputField } from "#lib/fields.ts";
import { wireOf } from "#lib/http/wire.ts";
import type { WriteId } from "#lib/page/requests.ts";
import type { Site } from "#lib/site/schema.ts";
import type { KeyedWrite } from "../contract/scanner.ts";
import type { CsvLine } from "../csv/read.ts";

type ImportedFields = {
  readonly needed: readonly InputField[];
  readonly others: readonly InputField[];
  /** Of goods, of an attachment of them, and of a box by itself. */
  readonly routes: readonly [goods: WriteId, attachment: WriteId, box?: WriteId];
};

/** What an import records. */
const fieldsByKind = {
  places: {
    needed: ["zongpai"],
    others: ["category", "location", "off_shelf", "scanned_at", "box_no"],
    routes: ["post-trace-location", "post-attachment-location", "post-box-location"],
  },
  boxes: {
    needed: ["box_no", "zongpai", "quantity"],
    others: ["category"],
    routes: ["post-box", "post-attachment-box"],
  },
  attachments: {
    needed: ["zongpai", "category"],
    others: ["quantity"],
    routes: ["put-attachment-config", "put-attachment-config"],
  },
} as const satisfies Record<string, ImportedFields>;
export type ImportKind = keyof typeof fieldsByKind;
export const importKinds: readonly ImportKind[] = ["places", "boxes", "attachments"];

/** What an export calls a field otherwise. */
const exportedNames: Readonly<Partial<Record<InputField, InputField>>> = {
  scanned_at: "registered_at",
  quantity: "configured_quantity",
};

type FieldHeadings = readonly (readonly [InputField, string])[];

/**
 * The column of each field: the heading that was chosen for it, else the site's name.
 * @throws UsageError when one that is needed or chosen is missing
 */
export const headingsOf = (
  kind: ImportKind,
  found: readonly string[],
  chosen: ReadonlyMap<string, string>,
  site: Site,
): FieldHeadings => {
  const { nameOf } = wireOf(site);
  const { needed, others, routes }: ImportedFields = fieldsByKind[kind];
  const boxes = routes[2] !== undefined && site.routes.boxLocation;
  const fields = [...needed, ...others.filter((field) => field !== "box_no" || boxes)];
  const alone = boxes && found.includes(String(nameOf("box_no")));
  const names = fields.map((field) => [field, nameOf(field)] as const);
  const strange = [...chosen.keys()].find((own) => !names.some(([, name]) => name === own));
  if (strange !== undefined) throw usageError(`${kind} have no ${strange}.`);
  return names.flatMap(([field, name]): FieldHeadings => {
    if (name === false) return [];
    const own = chosen.get(name);
    const any = own === undefined ? [name, nameOf(exportedNames[field] ?? field)] : [own];
    const heading = found.find((one) => any.includes(one));
    if (heading !== undefined) return [[field, heading]];
    if (own === undefined && (alone || !needed.includes(field))) return [];
    throw usageError(
      `There is no column "${own ?? name}" among ${found.join(", ")}; --columns ${name}=<heading> names it.`,
    );
  });
};

const decimalPattern = /^\d+(?:\.(\d+))?$/;
/** A day, or a time without its zone, which is this machine's. */
const localTimePattern = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

/** As a request has the field; what is not of its form stays text, which is refused in the site's words. */
const requestValue = (field: string, text: string, { formats: { quantity } }: Site): unknown => {
  if (field === "quantity") {
    const [, decimals = ""] = decimalPattern.exec(text) ?? [];
    return decimalPattern.test(text) && decimals.length <= quantity.decimals ? Number(text) : text;
  }
  if (field === "off_shelf")
    return /^true$/i.test(text) || (/^false$/i.test(text) ? undefined : text);
  if (field !== "scanned_at" || !localTimePattern.test(text)) return text;
  const at = new Date(text.length > 10 ? text : `${text}T00:00`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
};

/** What one or more lines of a file ask for. */
export type ImportJob = KeyedWrite & {
  /** Of a box by itself its number. */
  readonly zongpai: string;
  readonly categories: readonly string[];
  readonly lines: readonly CsvLine[];
};

/**
 * The requests of a file; of each goods before those of their attachments, which they may cap. A key is made of the kind, what is asked, how
 * often the file asked it before, and the run.
 */
export const jobsOf = (
  kind: ImportKind,
  lines: readonly CsvLine[],
  headings: FieldHeadings,
  run: string,
  site: Site,
): ImportJob[] => {
  const seen = new Map<string, number>();
  const [ofGoods, ofAttachment, ofBox]: ImportedFields["routes"] = fieldsByKind[kind].routes;
  const jobOf = (
    zongpai: string,
    categories: string[],
    fields: object,
    lines: readonly CsvLine[],
  ) => {
    const asked = JSON.stringify([kind, fields]);
    const before = seen.get(asked) ?? 0;
    seen.set(asked, before + 1);
    const key = `import-${run}-${hash("sha256", `${before}${asked}`).slice(0, 32)}`;
    const isBox = ofBox && !("zongpai" in fields) && "box_no" in fields;
    const route = isBox ? ofBox : categories.length > 0 ? ofAttachment : ofGoods;
    return { key, route, fields, zongpai, categories, lines };
  };
  const read = lines.map((line) => {
    const filled = headings.filter(([, heading]) => line.cells[heading]);
    const texts = filled.map(([field, heading]) => [field, line.cells[heading] ?? ""] as const);
    const { box_no = "", zongpai = box_no, category = [] } = Object.fromEntries(texts);
    const fields = texts.map(([field, text]) => [field, requestValue(field, text, site)]);
    return { zongpai, categories: [category].flat(), fields: Object.fromEntries(fields), line };
  });
  const jobs =
    kind === "attachments"
      ? [...Map.groupBy(read, ({ zongpai }) => zongpai)].map(([zongpai, all]) => {
          // A configuration is replaced as a whole.
          const entries = all.map(({ fields: { zongpai: _, ...entry } }) => entry);
          const categories = all.flatMap((one) => one.categories);
          return jobOf(
            zongpai,
            categories,
            { zongpai, entries },
            all.map(({ line }) => line),
          );
        })
      : read.map(({ zongpai, categories, fields, line }) =>
          jobOf(zongpai, categories, fields, [line]),
        );
  return jobs.toSorted((one, other) => one.categories.length - other.categories.length);
};
