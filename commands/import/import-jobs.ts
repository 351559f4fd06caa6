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
  /** The routes that record goods, an attachment, and a box. */
  readonly routes: readonly [goods: WriteId, attachment: WriteId, box?: WriteId];
};

/** The required and optional fields of each kind of import. */
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

/** Fields with another name in an export. */
const exportedNames: Readonly<Partial<Record<InputField, InputField>>> = {
  scanned_at: "registered_at",
  quantity: "configured_quantity",
};

type FieldHeadings = readonly (readonly [InputField, string])[];

/** The column of each field: the chosen heading, or else the site's name. @throws UsageError if a required or chosen column is missing */
export const headingsOf = (
  kind: ImportKind,
  found: readonly string[],
  chosen: ReadonlyMap<string, string>,
  site: Site,
): FieldHeadings => {
  const { nameOf } = wireOf(site);
  const { needed, others, routes }: ImportedFields = fieldsByKind[kind];
  const takesBoxes = routes[2] !== undefined && site.routes.boxLocation;
  const optional = others.filter((field) => field !== "box_no" || takesBoxes);
  const fields = [...needed, ...optional];
  const takesBoxesAlone = takesBoxes && found.includes(String(nameOf("box_no")));
  const names = fields.map((field) => [field, nameOf(field)] as const);
  const unknownName = [...chosen.keys()].find(
    (chosenName) => !names.some(([, name]) => name === chosenName),
  );
  if (unknownName !== undefined) throw usageError(`${kind} have no ${unknownName}.`);
  return names.flatMap(([field, name]): FieldHeadings => {
    if (name === false) return [];
    const chosenHeading = chosen.get(name);
    const possibleHeadings =
      chosenHeading === undefined ? [name, nameOf(exportedNames[field] ?? field)] : [chosenHeading];
    const heading = found.find((column) => possibleHeadings.includes(column));
    if (heading !== undefined) return [[field, heading]];
    const mayBeMissing = takesBoxesAlone || !needed.includes(field);
    if (chosenHeading === undefined && mayBeMissing) return [];
    throw usageError(
      `There is no column "${chosenHeading ?? name}" among ${found.join(", ")}; --columns ${name}=<heading> names it.`,
    );
  });
};

const decimalPattern = /^\d+(?:\.(\d+))?$/;
/** A day, or a time without a zone. It is in this machine's time zone. */
const localTimePattern = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

/** The value of a field in a request. Malformed text stays text, which the service refuses with the site's message. */
const requestValue = (field: string, text: string, { formats: { quantity } }: Site): unknown => {
  if (field === "quantity") {
    const [, decimals = ""] = decimalPattern.exec(text) ?? [];
    return decimalPattern.test(text) && decimals.length <= quantity.decimals ? Number(text) : text;
  }
  if (field === "off_shelf") {
    if (/^true$/i.test(text)) return true;
    return /^false$/i.test(text) ? undefined : text;
  }
  if (field !== "scanned_at" || !localTimePattern.test(text)) return text;
  const instant = new Date(text.length > 10 ? text : `${text}T00:00`);
  return Number.isNaN(instant.getTime()) ? text : instant.toISOString();
};

/** The request of one or more lines of a file. */
export type ImportJob = KeyedWrite & {
  /** The zongpai or, for a box, its number. */
  readonly zongpai: string;
  readonly categories: readonly string[];
  readonly lines: readonly CsvLine[];
};

/**
 * The requests for a file. Goods come before their attachments, whose cap may depend on them. A key is made from the kind, the request, its
 * earlier occurrences in the file, and the run.
 */
export const jobsOf = (
  kind: ImportKind,
  lines: readonly CsvLine[],
  headings: FieldHeadings,
  run: string,
  site: Site,
): ImportJob[] => {
  const seen = new Map<string, number>();
  const routes: ImportedFields["routes"] = fieldsByKind[kind].routes;
  const [goodsRoute, attachmentRoute, boxRoute] = routes;
  const routeOf = (fields: object, categories: readonly string[]) => {
    const isBoxAlone = !("zongpai" in fields) && "box_no" in fields;
    if (boxRoute && isBoxAlone) return boxRoute;
    return categories.length > 0 ? attachmentRoute : goodsRoute;
  };
  const jobOf = (
    zongpai: string,
    categories: string[],
    fields: object,
    lines: readonly CsvLine[],
  ) => {
    const request = JSON.stringify([kind, fields]);
    const timesBefore = seen.get(request) ?? 0;
    seen.set(request, timesBefore + 1);
    const digest = hash("sha256", `${timesBefore}${request}`).slice(0, 32);
    const key = `import-${run}-${digest}`;
    const route = routeOf(fields, categories);
    return { key, route, fields, zongpai, categories, lines };
  };
  const rows = lines.map((line) => {
    const filled = headings.filter(([, heading]) => line.cells[heading]);
    const texts = filled.map(([field, heading]) => [field, line.cells[heading] ?? ""] as const);
    const { box_no = "", zongpai = box_no, category = [] } = Object.fromEntries(texts);
    const fields = texts.map(([field, text]) => [field, requestValue(field, text, site)]);
    return { zongpai, categories: [category].flat(), fields: Object.fromEntries(fields), line };
  });
  /** Makes one job for all rows of the same goods, because a configuration is replaced as a whole. */
  const configurationJobs = () =>
    [...Map.groupBy(rows, ({ zongpai }) => zongpai)].map(([zongpai, rowsOfGoods]) => {
      const entries = rowsOfGoods.map(({ fields: { zongpai: _, ...entry } }) => entry);
      const categories = rowsOfGoods.flatMap((row) => row.categories);
      const linesOfGoods = rowsOfGoods.map(({ line }) => line);
      return jobOf(zongpai, categories, { zongpai, entries }, linesOfGoods);
    });
  const lineJobs = () =>
    rows.map(({ zongpai, categories, fields, line }) => jobOf(zongpai, categories, fields, [line]));
  const jobs = kind === "attachments" ? configurationJobs() : lineJobs();
  return jobs.toSorted((one, other) => one.categories.length - other.categories.length);
};
